"""Open texts and a cursor's position go in; what an editor shows of them comes out."""
