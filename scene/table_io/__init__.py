"""Table files and bundles: read with all faults at once, checked, written back.

- `table_reading`: from a file to a `Table`; `table_check`: every fault of it, and what looks wrong.
- `table_document`, `scan_document`: what the file says, as a value, field by field; the scan in it.
- `table_bundle`: a table and its meshes in one file.
- `salvaged_entries`, `standing_check`: what of entries at fault is looked at all the same; where figures cannot stand.
"""
