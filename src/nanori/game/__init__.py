"""Objects, what happens to them and questions go in; what they are called and say comes out."""
