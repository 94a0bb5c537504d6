"""Findings go in; the files of translators come out with a note of each where it belongs.

A note is what translation programs show: an issue of ITS 2.0 in XLIFF, a comment in PO. Nothing
else is changed; notes of findings that are gone are taken out. A module for each format has
`edits`, which gives those of an element.
"""
