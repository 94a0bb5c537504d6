"""Open texts and the position of a cursor go in; what an editor shows of them comes out."""
