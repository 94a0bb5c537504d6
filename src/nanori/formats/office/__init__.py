"""Spreadsheets: a workbook goes in, its sheets are tables; edits stay inside the cells."""
