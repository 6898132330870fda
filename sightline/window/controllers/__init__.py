"""What carries out what people want."""
