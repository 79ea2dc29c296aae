"""GitHub as a surface: comments in, comments and checks out."""
