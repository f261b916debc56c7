package rna

import "context"

// MaximumExpectedAccuracy returns the structure of the largest expected accuracy, with base pairs of probability p_ij,
//
//	Σ_{pairs (i, j)} 2γ p_ij + Σ_{i without partner} q_i,  q_i = 1 − Σ_j p_ij,
//
// γ > 0: the larger, the more pairs. Only pairs with 2γ p_ij > q_i + q_j can add to it.
//
// Source: Do, Woods, Batzoglou, CONTRAfold, Bioinformatics 2006, section 2.4.
func MaximumExpectedAccuracy(probability []float64, n int, gamma float64) Structure {
	y, _ := MaximumExpectedAccuracyUntil(context.Background(), probability, n, gamma)
	return y
}

// MaximumExpectedAccuracyUntil is MaximumExpectedAccuracy, which ends when the context does: that is its error.
func MaximumExpectedAccuracyUntil(
	ctx context.Context, probability []float64, n int, gamma float64,
) (Structure, error) {
	if len(probability) != n*n {
		panic("rna: probabilities are n × n")
	}
	lone := Unpaired(probability, n)
	return nested(ctx, n, func(i, j int) float64 { return 2*gamma*probability[i*n+j] - lone[i] - lone[j] })
}

// Unpaired is the probability of each base to be without partner, by those of pairs.
func Unpaired(probability []float64, n int) []float64 {
	lone := make([]float64, n)
	for i := range lone {
		lone[i] = 1
		for j := range n {
			lone[i] -= probability[i*n+j]
		}
		lone[i] = max(0, lone[i])
	}
	return lone
}

// Agreement counts pairs that two structures share: of guesses with truths, over one RNA or several.
type Agreement struct{ Shared, Guessed, True int }

// Add counts an RNA.
func (a *Agreement) Add(guess, truth Structure) {
	if len(guess) != len(truth) {
		panic("rna: length mismatch")
	}
	for i, j := range guess {
		if j > i {
			a.Guessed++
			if truth[i] == j {
				a.Shared++
			}
		}
		if truth[i] > i {
			a.True++
		}
	}
}

// Sensitivity is the share of true pairs that were guessed, 1 of none.
func (a Agreement) Sensitivity() float64 { return shareOf(a.Shared, a.True) }

// PPV is the share of guessed pairs that are true (positive predictive value), 1 of none.
func (a Agreement) PPV() float64 { return shareOf(a.Shared, a.Guessed) }

// F1 is 2·shared/(guessed + true), the harmonic mean of both, 1 of none.
func (a Agreement) F1() float64 { return shareOf(2*a.Shared, a.Guessed+a.True) }

func shareOf(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}
