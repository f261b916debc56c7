package structures_test

import (
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// BenchmarkFamilies is a call, the mean loss of the 151 families and its subgradient, after a few of training: by -cpu
// 1,2 on one processor and on two.
func BenchmarkFamilies(b *testing.B) {
	set, err := datasets.LoadRNA(b.Context(), datasets.OnlyReal)
	if err != nil {
		b.Skip(err)
	}
	m, err := structures.RNA{Lambda: 0.01, Calls: 15}.Fit(b.Context(), set.Examples)
	if err != nil {
		b.Fatal(err)
	}
	for name, oracle := range map[string]func() toolkit.Oracle{
		"hinge": func() toolkit.Oracle { return &rna.Hinge{Examples: set.Examples} },
		"crf":   func() toolkit.Oracle { return &rna.CRF{Examples: set.Examples} },
	} {
		b.Run(name, func(b *testing.B) {
			f, err := bundle.NewOracle(func() (toolkit.Oracle, toolkit.Params) {
				return oracle(), params.NewModel([]params.Block{params.NewExplicit(0, linalg.Identity(rna.Features), 1)})
			})
			if err != nil {
				b.Fatal(err)
			}
			slope := make([]float64, rna.Features)
			for b.Loop() {
				if _, err := f.Subgradient(b.Context(), slope, m.Weights); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
