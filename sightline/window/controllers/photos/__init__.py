"""The controllers of a scan's photos: scenery that is clicked in them or cut out of their surface, and pieces that are kept."""
