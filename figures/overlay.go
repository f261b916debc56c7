package figures

// Overlay puts figures of the same axes into one, for example those of two records of a study. Curves of the same name
// share a color; those of the second and later figures are dashed, and the names of the figures stand before those of
// the curves.
func Overlay(m Meta, names []string, list ...Lines) Lines {
	if len(names) != len(list) || len(list) == 0 {
		panic("figures: one name is needed for each figure, and a figure")
	}
	out := Lines{Meta: m, X: list[0].X, Y: list[0].Y}
	colors := map[string]int{}
	for k, f := range list {
		for _, s := range f.Series {
			if colors[s.Name] == 0 {
				colors[s.Name] = len(colors) + 1
			}
			s.Color, s.Dashed = colors[s.Name], s.Dashed || k > 0
			s.Name = names[k] + ": " + s.Name
			out.Series = append(out.Series, s)
		}
	}
	return out
}
