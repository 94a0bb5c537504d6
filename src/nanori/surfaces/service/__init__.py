"""Requests go in, answers come out; where they come from is a matter of the transport.

`answering` knows the methods, `requests` what they are given, `stdio` reads and writes lines.
docs/service.md is the protocol.
"""
