package figures

import "testing"

// TestLegendNamesOnce: curves of one name, as the arcs of a tree, are one entry of the legend.
func TestLegendNamesOnce(t *testing.T) {
	t.Parallel()
	arc := Series{Name: "right", X: []float64{0, 1}, Y: []float64{0, 1}}
	other := Series{Name: "wrong", X: []float64{0, 1}, Y: []float64{1, 0}}
	got := Lines{Series: []Series{arc, arc, other, arc}}.key().Entries
	if len(got) != 2 || got[0].Name != "right" || got[1].Name != "wrong" {
		t.Errorf("entries %v", got)
	}
}
