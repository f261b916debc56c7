package rna

import "math"

// MaximumExpectedAccuracy returns the structure of the largest expected accuracy, with base pairs of probability p_ij,
//
//	Σ_{pairs (i, j)} 2γ p_ij + Σ_{i without partner} (1 − Σ_j p_ij),
//
// γ > 0: the larger, the more pairs. A pair is one of probability above 0. O(n³).
//
// Source: Do, Woods, Batzoglou, CONTRAfold, Bioinformatics 2006, section 2.4.
func MaximumExpectedAccuracy(probability []float64, n int, gamma float64) Structure {
	if len(probability) != n*n {
		panic("rna: probabilities are n × n")
	}
	lone := make([]float64, n)
	for i := range lone {
		lone[i] = 1
		for j := range n {
			lone[i] -= probability[i*n+j]
		}
	}
	best := make([]float64, (n+1)*(n+1)) // of places i to j − 1
	at := func(i, j int) float64 { return best[i*(n+1)+j] }
	paired := func(i, k, j int) float64 { // where i pairs with k
		p := probability[i*n+k]
		if !(p > 0) {
			return math.Inf(-1)
		}
		return 2*gamma*p + at(i+1, k) + at(k+1, j)
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j <= n; j++ {
			best[i*(n+1)+j] = lone[i] + at(i+1, j)
			for k := i + 1; k < j; k++ {
				best[i*(n+1)+j] = max(best[i*(n+1)+j], paired(i, k, j))
			}
		}
	}
	y := make(Structure, n)
	var trace func(i, j int)
	trace = func(i, j int) {
		for i < j {
			y[i] = -1
			if at(i, j) == lone[i]+at(i+1, j) {
				i++
				continue
			}
			k := i + 1
			for at(i, j) != paired(i, k, j) {
				k++
			}
			y[i], y[k] = k, i
			trace(i+1, k)
			i = k + 1
		}
	}
	trace(0, n)
	for i, j := range y { // the partner was passed over
		if j > i {
			y[j] = i
		}
	}
	return y
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
