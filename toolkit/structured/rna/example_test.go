package rna_test

import (
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// The features of a structure are counted loop by loop; their names say what of.
func ExampleCount() {
	x, err := rna.ParseSequence("GGAAACAC")
	if err != nil {
		panic(err)
	}
	y, err := rna.ParseStructure("((...).)")
	if err != nil {
		panic(err)
	}
	counts := make([]float64, rna.Features)
	rna.Count(x, y, func(feature int, count float64) { counts[feature] += count })
	for k, name := range rna.Names() {
		if counts[k] > 0 {
			fmt.Println(counts[k], name)
		}
	}
	// Output:
	// 2 pair CG
	// 2 end CG
	// 2 end GC
	// 1 mismatch CG A G
	// 1 mismatch GC A A
	// 1 mismatch GC G A
	// 1 hairpin of 0 or more
	// 1 hairpin of 1 or more
	// 1 hairpin of 2 or more
	// 1 hairpin of 3 or more
	// 1 bulge of 1 or more
	// 1 bulge A
	// 1 outside, branch
}

// The structure of the highest score, by weights of one's own.
func ExampleFolder() {
	w := make([]float64, rna.Features)
	for k, name := range rna.Names() {
		switch {
		case name == "pair CG" || name == "pair AU" || strings.HasPrefix(name, "stack"):
			w[k] = 1
		case name == "hairpin of 0 or more":
			w[k] = -2
		case name == "hairpin of 4 or more":
			w[k] = 2
		}
	}
	x, err := rna.ParseSequence("GGACUUCGGUCC")
	if err != nil {
		panic(err)
	}
	y, score := rna.NewFolder(w).Fold(x)
	fmt.Println(x)
	fmt.Println(y, score)
	// Output:
	// GGACUUCGGUCC
	// ((((....)))) 7
}

// The probabilities of pairs, and the structure of the largest expected accuracy by them.
func ExampleEnsemble() {
	w := make([]float64, rna.Features)
	for k, name := range rna.Names() {
		if strings.HasPrefix(name, "stack") {
			w[k] = 2
		}
	}
	x, err := rna.ParseSequence("GGGAAACCC")
	if err != nil {
		panic(err)
	}
	p := rna.NewEnsemble(w).Pairs(x)
	fmt.Println(x)
	fmt.Println(rna.MaximumExpectedAccuracy(p, len(x), 1))
	fmt.Printf("the first base pairs with the last with probability %.2f\n", p[8])
	// Output:
	// GGGAAACCC
	// (((...)))
	// the first base pairs with the last with probability 0.67
}
