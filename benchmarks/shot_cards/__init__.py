"""Cards that measure a shot, on photos by a renderer that shares no code with what reads them."""
