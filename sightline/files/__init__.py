"""Files that commands read and write: tables, photos, pictures, mesh pieces."""
