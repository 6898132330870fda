"""The server of the page that phones show: the table and its questions, over the local network."""
