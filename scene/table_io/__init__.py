"""Table files and bundles: read with all faults at once, checked, written back."""
