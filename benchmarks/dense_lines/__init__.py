"""Lines that dense stereo settles on rendered tables: python -m benchmarks.dense_lines."""
