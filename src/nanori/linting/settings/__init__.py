"""Settings go in; which checks look at which file and card comes out."""
