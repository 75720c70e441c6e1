# Sphinx: the manual of pram. docs/build.sh runs it.
import os

project = "pram"
author = "the authors of pram"
copyright = "the authors of pram, MIT licence"
version = release = os.environ.get("PRAM_VERSION", "")

extensions = ["myst_parser", "breathe"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
exclude_patterns = ["*.sh"]

breathe_projects = {"pram": os.environ.get("PRAM_DOXYGEN", "")}
breathe_default_project = "pram"
breathe_default_members = ("members",)
primary_domain = "cpp"
highlight_language = "none"

html_theme = "furo"
html_title = f"pram {version}"
html_static_path = ["_static"]
html_css_files = ["pram.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
