"""An editor's messages go in; what the library says about its open texts comes out."""
