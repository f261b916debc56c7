package rna_test

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// structures calls visit for all structures of a short sequence.
func structures(x rna.Sequence, visit func(y rna.Structure)) {
	enumerate(x, make(rna.Structure, len(x)), 0, nil, visit)
}

// enumerate goes on at place i, with the places whose pairs are open.
func enumerate(x rna.Sequence, y rna.Structure, i int, open []int, visit func(y rna.Structure)) {
	if i == len(x) {
		if len(open) == 0 {
			visit(y)
		}
		return
	}
	y[i] = -1
	enumerate(x, y, i+1, open, visit)
	if len(open) < len(x)-i && partners(x, i) {
		enumerate(x, y, i+1, append(open[:len(open):len(open)], i), visit)
	}
	if len(open) > 0 {
		j := open[len(open)-1]
		y[i], y[j] = j, i
		if pairs[x[j]][x[i]] {
			enumerate(x, y, i+1, open[:len(open)-1], visit)
		}
		y[j] = -1
	}
	y[i] = -1
}

// partners tells whether a base pairs with one after it.
func partners(x rna.Sequence, i int) bool {
	return slices.ContainsFunc(x[i+1:], func(b rna.Base) bool { return pairs[x[i]][b] })
}

// pairs tells which bases pair.
var pairs = func() (t [rna.Unknown + 1][rna.Unknown + 1]bool) {
	for a := range t {
		for b := range t[a] {
			t[a][b] = (rna.Structure{1, 0}).Check(rna.Sequence{rna.Base(a), rna.Base(b)}) == nil
		}
	}
	return t
}()

// score is the sum over the features of a structure.
func score(w []float64, x rna.Sequence, y rna.Structure) (sum float64) {
	rna.CountExtended(x, y, func(feature int, count float64) {
		if feature < len(w) {
			sum += count * w[feature]
		}
	})
	return sum
}

func distance(y, truth rna.Structure) (share float64) {
	for i := range y {
		if y[i] != truth[i] {
			share += 1 / float64(len(y))
		}
	}
	return share
}

func randomSequence(rng *rand.Rand, n, letters int) rna.Sequence {
	x := make(rna.Sequence, n)
	for i := range x {
		x[i] = rna.Base(rng.IntN(letters))
	}
	return x
}

func randomWeights(rng *rand.Rand) []float64 {
	w := make([]float64, rna.Extended)
	for k := range w {
		w[k] = rng.NormFloat64()
	}
	return w
}

// all is what a sum over all structures says: those that are predicted with their scores, and the best of them.
type all struct {
	structures []rna.Structure
	scores     []float64
	best       float64
}

func enumerated(x rna.Sequence, w []float64) *all {
	a := &all{best: math.Inf(-1)}
	structures(x, func(y rna.Structure) {
		if predicted(y) {
			a.structures, a.scores = append(a.structures, slices.Clone(y)), append(a.scores, score(w, x, y))
			a.best = max(a.best, a.scores[len(a.scores)-1])
		}
	})
	return a
}

// TestFoldingCertificate compares with all structures of short sequences, and of longer ones with few bases that pair,
// whose loops reach 30 bases and more: the best structure, with and without the distance from a truth, log Z, the
// probabilities of pairs and how often features are expected. PROXLAB_FAULTS=long takes 10,000 sequences of up to 14
// bases.
func TestFoldingCertificate(t *testing.T) {
	t.Parallel()
	trials, most := 240, 11
	if os.Getenv("PROXLAB_FAULTS") == "long" {
		trials, most = 12000, 14
	}
	f, e := rna.NewFolder(make([]float64, rna.Features)), rna.NewEnsemble(make([]float64, rna.Features))
	for trial := range trials {
		rng := rand.New(rand.NewPCG(1, uint64(trial)))
		x := randomSequence(rng, rng.IntN(most+1), 4+trial%2)
		if trial%6 == 5 {
			x = sparse(rng)
		}
		w := randomWeights(rng)
		if trial%3 == 1 {
			w = w[:rna.Features]
		}
		for k := range w {
			switch trial % 5 {
			case 0: // many ties
				w[k] = math.Round(w[k])
			case 1:
				w[k] *= 0.1
			case 2: // exponentials of scores are no numbers
				w[k] *= float64(1 + trial%7*100)
			}
		}
		f.SetWeights(w)
		e.SetWeights(w)
		a := enumerated(x, w)
		a.checkFold(t, f, x, w, a.structures[rng.IntN(len(a.structures))])
		a.checkEnsemble(t, e, x, len(w))
		if t.Failed() {
			t.Fatalf("trial %d: %s", trial, x)
		}
	}
}

func (a *all) checkFold(t *testing.T, f *rna.Folder, x rna.Sequence, w []float64, truth rna.Structure) {
	t.Helper()
	near := 1e-11 * (1 + math.Abs(a.best))
	y, value := f.Fold(x)
	if err := y.Check(x); err != nil {
		t.Fatalf("%s: %v", x, err)
	}
	if s := score(w, x, y); math.Abs(value-a.best) > near || math.Abs(s-a.best) > near {
		t.Errorf("%s of score %g is said to have %g, and the best has %g", y, s, value, a.best)
	}
	away := math.Inf(-1)
	for k, y := range a.structures {
		away = max(away, a.scores[k]+distance(y, truth))
	}
	y, value = f.FoldAway(x, truth)
	if s := score(w, x, y) + distance(y, truth); math.Abs(value-away) > near || math.Abs(s-away) > near {
		t.Errorf("truth %s: %s of %g is said to have %g, and the best has %g", truth, y, s, value, away)
	}
}

func (a *all) checkEnsemble(t *testing.T, e *rna.Ensemble, x rna.Sequence, known int) {
	t.Helper()
	var z float64
	for _, s := range a.scores {
		z += math.Exp(s - a.best)
	}
	want := a.best + math.Log(z)
	if got := e.LogPartition(x); !(math.Abs(got-want) <= 1e-11*(1+math.Abs(want))) {
		t.Errorf("log Z is %.14g, not %.14g", got, want)
	}
	n := len(x)
	pairs, features := make([]float64, n*n), make([]float64, rna.Extended)
	for k, y := range a.structures {
		p := math.Exp(a.scores[k]-a.best) / z
		if p == 0 {
			continue
		}
		for i, j := range y {
			if j >= 0 {
				pairs[i*n+j] += p
			}
		}
		rna.CountExtended(x, y, func(feature int, count float64) { features[feature] += p * count })
	}
	near := 1e-10 * (1 + math.Abs(a.best)/100) // logarithms of large scores are less exact
	for k, got := range e.Pairs(x) {
		if !(math.Abs(got-pairs[k]) <= near) {
			t.Fatalf("bases %d and %d pair with probability %g, not %g", k/n+1, k%n+1, got, pairs[k])
		}
	}
	expected := make([]float64, rna.Extended)
	e.Expected(x, func(feature int, count float64) { expected[feature] += count })
	for k, name := range rna.ExtendedNames()[:known] {
		if !(math.Abs(expected[k]-features[k]) <= float64(n)*near) {
			t.Fatalf("%s is expected %g times, not %g", name, expected[k], features[k])
		}
	}
}

// sparse is a sequence of A with two or three G and as many C, far enough apart for the longest interior loops.
func sparse(rng *rand.Rand) (x rna.Sequence) {
	for k := range 4 + 2*rng.IntN(2) {
		x = append(x, make(rna.Sequence, []int{0, 1, 2, 5, 14, 15, 16, 29, 30, 31}[rng.IntN(10)])...)
		x = append(x, []rna.Base{rna.G, rna.C}[k%2*rng.IntN(2)|k/3])
	}
	return x
}

// predicted tells whether no interior loop has more than 30 bases.
func predicted(y rna.Structure) bool {
	for i, j := range y {
		if j < i {
			continue
		}
		branches, unpaired := 0, 0
		for k := i + 1; k < j; k++ {
			if y[k] < 0 {
				unpaired++
				continue
			}
			branches++
			k = y[k]
		}
		if branches == 1 && unpaired > 30 {
			return false
		}
	}
	return true
}
