"""Judges that nobody of this project wrote, and figures of ours by which others can be judged: docs/judges.md."""
