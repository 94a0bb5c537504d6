"""An editor's messages go in; what the library says of the texts it has open comes out."""
