"""Reports: HTML pages that need nothing else.

A settled shot: `evidence` makes its pictures and has `shot_report` write the page; `card_report` does both for one that was
measured by a card. A scan: `scan_report` writes the page, with `scan_numbers`, `scan_plan` (its objects in
`scan_plan_objects`), `scan_photo_sheets`, and `scan_point_picker`, where points are clicked. All pages:
`page_templates`, and what lies in the folder `templates`.
"""
