"""A card goes in; what checks ask about its words comes out."""
