"""The page's questions and nanori's answers, both as JSON; nothing else is read or written.

A question carries the whole file that it is about, so that no answer depends on an earlier one.
"""
