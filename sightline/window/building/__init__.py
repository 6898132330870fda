"""A table that is being built: drafts, their edits and their panels."""
