package rna_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestOracles: losses and subgradients are those of a function of the weights.
func TestOracles(t *testing.T) {
	t.Parallel()
	var examples []rna.Example
	for _, c := range [][2]string{
		{"GGGAAAUCCC", "(((....)))"}, {"GGAGCAAAGCGCUGCCC", "((.((...))((.))))"}, {"AAAA", "...."}, {"GC", "()"},
	} {
		x, err := rna.ParseSequence(c[0])
		if err != nil {
			t.Fatal(err)
		}
		y, err := rna.ParseStructure(c[1])
		if err != nil {
			t.Fatal(err)
		}
		examples = append(examples, rna.Example{Name: c[0], X: x, Y: y})
	}
	if err := rna.CheckExamples(examples); err != nil {
		t.Fatal(err)
	}
	newParams := func() toolkit.Params {
		return params.NewModel([]params.Block{params.NewExplicit(0, linalg.Identity(rna.Features), 1)})
	}
	for _, o := range []toolkit.Oracle{&rna.Hinge{Examples: examples}, &rna.CRF{Examples: examples}} {
		if err := toolkittest.Oracle(o, newParams); err != nil {
			t.Error(err)
		}
	}
}
