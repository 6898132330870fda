"""Whether a line was seen through: stereo with known poses in the tube round it, for a scan's unmeasured scenery."""
