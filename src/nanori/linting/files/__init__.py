"""Paths go in; files come out, and what checks must know of all of them."""
