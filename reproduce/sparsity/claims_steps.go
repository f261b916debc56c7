package sparsity

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/reproduce"
)

func ratioAboveOne(key string) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) (string, bool) {
		least := floats.Min(reproduce.Each(t.Rows, func(r reproduce.Row) float64 { return r.Number(key) }))
		return fmt.Sprintf("least ratio %.2f", least), least > 1
	}
}

func ratioTens(t *reproduce.Table, _ *reproduce.Record) (string, bool) {
	means := reproduce.Each(t.Rows, func(r reproduce.Row) float64 { return r.Number("ratio") })
	least, most := floats.Min(means), floats.Max(means)
	return fmt.Sprintf("means from %.1f to %.1f", least, most), least > 5 && most > 100
}

func ratioGrows(t *reproduce.Table, _ *reproduce.Record) (string, bool) {
	g := gridOf(t)
	var means []float64
	for _, d := range g.values("d") {
		means = append(means, stat.Mean(g.course("n", "ratio", map[string]float64{"d": d}), nil))
	}
	return fmt.Sprintf("d = %s: %s", list(g.values("d"), 0), list(means, 1)), rising(means)
}

func contracts(t *reproduce.Table, _ *reproduce.Record) (string, bool) {
	holds := true
	var ours []string
	for _, r := range gridOf(t).of("what", "contraction").rows {
		holds = holds && r.Number("worst") <= 1e-9 && r.Number("distance") <= 1+1e-9 &&
			math.Abs(r.Number("bound")-r.Number("formula")) < 1e-6
		ours = append(ours, fmt.Sprintf("α = %g: %.6f of at most %.6f", r.Number("alpha"), r.Number("measured"),
			r.Number("formula")))
	}
	return strings.Join(ours, "; "), holds
}

func decreases(t *reproduce.Table, _ *reproduce.Record) (string, bool) {
	r, _ := t.Row("projection-1")
	return fmt.Sprintf("largest relative increase %.1e, %.1e from the projection's after 2,000 steps",
			r.Number("increase"), r.Number("excess")),
		r.Number("increase") <= 1e-12 && r.Number("excess") <= 1e-3
}
