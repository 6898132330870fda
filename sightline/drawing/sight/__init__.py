"""What an eye sees, and from where somebody is seen."""
