"""A card goes in; its references come out, each with the object it means."""
