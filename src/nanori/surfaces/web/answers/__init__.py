"""What the page asks, as JSON, and what nanori answers, as JSON; nothing else is read or written.

A question carries the whole file that it is about, so that no answer depends on one before it.
"""
