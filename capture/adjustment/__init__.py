"""Bundle adjustment: where photos and tags are, from nothing to a survey with its covariance."""
