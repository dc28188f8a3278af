"""Judges of the pages that nobody here wrote: axe-core, pa11y, the Nu HTML checker and Lighthouse (`make judge`)."""
