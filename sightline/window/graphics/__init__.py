"""Drawing by OpenGL and Dear ImGui; the only modules that know of them."""
