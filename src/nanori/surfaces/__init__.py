"""How people and programs reach nanori: the command line, editors, pages, services, tables.

Goes in: arguments, requests, documents, columns. Comes out: what the rooms before it answer. Thin
shells: none of them decides what a card's words mean.
"""
