"""Falls, scatter, blasts and flames as geometry: where they end and whom they touch."""
