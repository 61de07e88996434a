"""Docs come."""
