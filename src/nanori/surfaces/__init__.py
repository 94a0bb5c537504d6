"""What people and programs ask nanori by: the command line, editors, pages, services, tables.

Goes in: arguments, requests, documents, columns. Comes out: what the rooms before it answer. Thin
shells: none decides what a card's words mean.
"""
