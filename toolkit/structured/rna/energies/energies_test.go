package energies_test

import (
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
	"github.com/proxlab/proxlab/toolkit/structured/rna/energies"
)

// TestEnergies: where no term is by rule they are those of ViennaRNA 2.7.2 (RNA.fold_compound(s).eval_structure(y)): of
// hairpins and stacks.
func TestEnergies(t *testing.T) {
	t.Parallel()
	const kT = 0.0019872 * 310.15
	for text, want := range map[string]float64{
		"GGCGAAAGCC (((....)))": -3.4, "GCGAAAGAAUGC (((......)))": 0.8, "GGUGAAAACC (((....)))": -1.4,
	} {
		letters, brackets, _ := strings.Cut(text, " ")
		x, _ := rna.ParseSequence(letters)
		y, err := rna.ParseStructure(brackets)
		if err != nil {
			t.Fatal(err)
		}
		got, w := 0.0, energies.Turner2004()
		rna.CountExtended(x, y, func(feature int, count float64) { got -= kT * count * w[feature] })
		if math.Abs(got-want) > 0.005 {
			t.Errorf("%s has %.3f kcal/mol, not %.3f", text, got, want)
		}
	}
}
