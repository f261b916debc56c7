package figures

import (
	"fmt"
	"math"
)

// Path is a curve of errors over λ or μ, with its standard errors.
type Path struct {
	Name                  string
	Strength, Mean, Error []float64
}

// ValidationPaths draws the errors of several paths over λ, as those of an elastic net by its share of ℓ1, and marks
// the model of least error and the one that is kept, given as points (λ, error).
func ValidationPaths(m Meta, measure string, paths []Path, best, kept [2]float64) Lines {
	f := Lines{Meta: m, X: Axis{Label: "λ", Log: true}, Y: Axis{Label: measure}}
	least, most := math.Inf(1), 0.
	for k, p := range paths {
		s := Series{Name: p.Name, X: p.Strength, Y: p.Mean, Color: k%len(palette) + 1, Dashed: k >= len(palette)}
		for i, v := range p.Mean {
			least, most = math.Min(least, v), math.Max(most, v)
			s.Low, s.High = append(s.Low, v-p.Error[i]), append(s.High, v+p.Error[i])
		}
		f.Series = append(f.Series, s)
	}
	f.Y.Log = least > 0 && most > 20*least
	mark := func(name string, at [2]float64, color int) Series {
		return Series{Name: name, X: at[:1], Y: at[1:], Marks: true, Color: color%len(palette) + 1}
	}
	f.Series = append(f.Series, mark("least error", best, len(paths)), mark("kept", kept, len(paths)+1))
	return f
}

// Criteria draws information criteria over λ or μ, with the least of each marked; criteria that are not finite are left
// out.
func Criteria(m Meta, strength string, x []float64, names []string, values [][]float64) Lines {
	f := Lines{Meta: m, X: Axis{Label: strength, Log: true}, Y: Axis{Label: "criterion (less is better)"}}
	for k, name := range names {
		f.Series = append(f.Series, Series{Name: name, X: x, Y: values[k], Color: k + 1})
	}
	for k := range names {
		at := -1
		for i, v := range values[k] {
			if !math.IsInf(v, 0) && !math.IsNaN(v) && (at < 0 || v < values[k][at]) {
				at = i
			}
		}
		if at >= 0 {
			f.Series = append(f.Series, Series{X: x[at : at+1], Y: values[k][at : at+1], Marks: true, Color: k + 1})
		}
	}
	return f
}

// mostNamed is how many features stand on an axis of names, and longestNamed how long their names may be there.
const (
	mostNamed    = 12
	longestNamed = 10
)

// Frequencies draws how often features were selected, in the order given, and the threshold from which on one is
// stable.
func Frequencies(m Meta, names []string, frequency []float64, threshold float64) Lines {
	f := Lines{Meta: m, Y: Axis{Label: "share of halves that select it"}}
	count := min(mostNamed, len(names))
	f.X.Names = shortNames(names[:count])
	points := Series{Name: "selected", Dots: true}
	for k, v := range frequency[:count] {
		points.X, points.Y = append(points.X, float64(k)), append(points.Y, v)
	}
	end := float64(count) - 0.6
	f.Series = []Series{points, {
		Name: fmt.Sprintf("threshold %g", threshold), X: []float64{-0.4, end}, Y: []float64{threshold, threshold},
		Dashed: true,
	}}
	return f
}

// Intervals draws estimates with their intervals, in the order given, beside the weights of the model.
func Intervals(m Meta, names []string, weights, estimate, low, high []float64) Lines {
	f := Lines{Meta: m, Y: Axis{Label: "weight"}}
	count := min(mostNamed, len(names))
	f.X.Names = shortNames(names[:count])
	points, model := Series{Name: "estimate", Dots: true}, Series{Name: "weight of the model", Dots: true}
	for k := range count {
		points.X, points.Y = append(points.X, float64(k)-0.08), append(points.Y, estimate[k])
		points.Errors = append(points.Errors, (high[k]-low[k])/2)
		model.X, model.Y = append(model.X, float64(k)+0.12), append(model.Y, weights[k])
	}
	f.Series = []Series{points, model, {
		Name: "0", X: []float64{-0.4, float64(count) - 0.6}, Y: []float64{0, 0}, Dashed: true,
	}}
	return f
}

// Nested draws what inner folds took the error of a choice for, and what it was on the outer fold, fold by fold.
func Nested(m Meta, measure string, inner, outer []float64) Bars {
	f := Bars{Meta: m, X: Axis{Label: "outer fold"}, Y: Axis{Label: measure},
		Series: []string{"by the inner folds", "on the outer fold"}}
	for k := range inner {
		f.Bars = append(f.Bars, Bar{Label: fmt.Sprint(k + 1), Values: []float64{inner[k], outer[k]}})
	}
	return f
}

// shortNames are names that stand side by side.
func shortNames(names []string) []string {
	out := make([]string, len(names))
	for k, n := range names {
		out[k] = n
		if letters := []rune(n); len(letters) > longestNamed {
			out[k] = string(letters[:longestNamed-1]) + "…"
		}
	}
	return out
}
