"""Line of sight and cover as rulebooks judge them, with reasons, and how steady the verdict is."""
