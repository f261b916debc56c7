package figures

import (
	"math"
	"slices"
)

// Kept is a curve of a score over how many were kept, of templates or other features: a way to rank them, with the
// scores of one draw or several for each number kept. NaN leaves a draw out.
type Kept struct {
	Name   string
	Scores [][]float64 // of each number kept, its draws
}

// KeptCurves draws scores over the numbers kept, which are on a logarithmic axis: the mean of the draws, with a band
// from the least to the greatest where there are several.
func KeptCurves(m Meta, quantity string, kept []float64, list ...Kept) Lines {
	f := Lines{Meta: m, X: Axis{Label: "templates kept", Log: true}, Y: Axis{Label: quantity}}
	for _, r := range list {
		s := Series{Name: r.Name, Marks: true}
		several := false
		for k, draws := range r.Scores {
			draws = slices.DeleteFunc(slices.Clone(draws), math.IsNaN)
			if len(draws) == 0 {
				continue
			}
			sum := 0.
			for _, v := range draws {
				sum += v
			}
			s.X, s.Y = append(s.X, kept[k]), append(s.Y, sum/float64(len(draws)))
			s.Low, s.High = append(s.Low, slices.Min(draws)), append(s.High, slices.Max(draws))
			several = several || len(draws) > 1
		}
		if !several {
			s.Low, s.High = nil, nil
		}
		f.Series = append(f.Series, s)
	}
	return f
}
