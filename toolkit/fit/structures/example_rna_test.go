package structures_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

func ExampleRNA() {
	ctx := context.Background()
	known, err := generate.Hairpins(ctx, generate.HairpinsConfig{Count: 30, Least: 12, Most: 30, Seed: 1})
	if err != nil {
		panic(err)
	}
	m, err := structures.RNA{Lambda: 0.1, Calls: 20}.Fit(ctx, known.Examples)
	if err != nil {
		panic(err)
	}
	x, err := rna.ParseSequence("GCGCCAAAAGGCGC")
	if err != nil {
		panic(err)
	}
	folded, err := m.Predict(ctx, []rna.Sequence{x})
	if err != nil {
		panic(err)
	}
	fmt.Println(x)
	fmt.Println(folded[0].Structure)
	// Output:
	// GCGCCAAAAGGCGC
	// (((((....)))))
}
