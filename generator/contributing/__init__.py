"""What a contributor needs: drafting, renaming, watching, starting an encyclopedia. Nothing that pages are made of."""
