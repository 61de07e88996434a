"""The failure encyclopedia's generator: entries and snippets in, proofs and pages out."""
