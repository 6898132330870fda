"""What wound scores do to models, and how stunned counters go."""
