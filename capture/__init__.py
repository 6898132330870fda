"""Photos of a real table become a scene with uncertainties."""
