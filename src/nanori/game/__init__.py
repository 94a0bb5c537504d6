"""Objects, events and questions go in; what the objects are called and say comes out."""
