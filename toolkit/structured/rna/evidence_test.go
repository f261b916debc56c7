package rna_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// meets tells whether a structure meets a constraint, as its signs are explained.
func meets(y rna.Structure, constraint string) bool {
	var open []int
	for i, sign := range constraint {
		j := y[i]
		ok := true
		switch sign {
		case 'x':
			ok = j < 0
		case '|':
			ok = j >= 0
		case '<':
			ok = j > i
		case '>':
			ok = j >= 0 && j < i
		case '(':
			ok, open = j > i, append(open, i)
		case ')':
			ok, open = j == open[len(open)-1], open[:len(open)-1]
		}
		if !ok {
			return false
		}
	}
	return true
}

// randomConstraint has signs for some bases, and now and then a pair.
func randomConstraint(rng *rand.Rand, y rna.Structure) string {
	signs := []byte(strings.Repeat(".", len(y)))
	for i, j := range y {
		switch {
		case rng.IntN(4) > 0:
		case j > i && rng.IntN(2) == 0 && signs[i] == '.' && signs[j] == '.':
			signs[i], signs[j] = '(', ')'
		case signs[i] == '.':
			signs[i] = "x|<>"[rng.IntN(4)]
		}
	}
	return string(signs)
}

// TestEvidenceCertificate compares with all structures of short sequences: constraints, scores of bases without
// partner, the best structure, all others in order, and probabilities. PROXLAB_FAULTS=long takes sequences of up to 14
// bases.
func TestEvidenceCertificate(t *testing.T) {
	t.Parallel()
	trials, most := 150, 11
	if os.Getenv("PROXLAB_FAULTS") == "long" {
		trials, most = 6000, 14
	}
	refused := 0
	for trial := range trials {
		rng := rand.New(rand.NewPCG(7, uint64(trial)))
		x, w := randomSequence(rng, rng.IntN(most+1), 4), randomWeights(rng)
		if trial%6 == 5 {
			x = sparse(rng)
		}
		if trial%2 == 0 {
			w = w[:rna.Features]
		}
		a := enumerated(x, w)
		var given rna.Evidence
		if trial%3 > 0 {
			given.Constraint = randomConstraint(rng, a.structures[rng.IntN(len(a.structures))])
		}
		if trial%3 < 2 {
			given.Unpaired = make([]float64, len(x))
			for k := range given.Unpaired {
				given.Unpaired[k] = rng.NormFloat64()
			}
		}
		if !a.checkEvidence(t, x, w, given) {
			refused++
		}
		if t.Failed() {
			t.Fatalf("trial %d: %s %s", trial, x, given.Constraint)
		}
	}
	if refused == 0 || refused > trials/2 {
		t.Errorf("%d of %d constraints cannot be met", refused, trials)
	}
}

// checkEvidence tells whether some structure meets it.
func (a *all) checkEvidence(t *testing.T, x rna.Sequence, w []float64, given rna.Evidence) bool {
	t.Helper()
	var want []rna.Scored
	for k, y := range a.structures {
		if given.Constraint != "" && !meets(y, given.Constraint) {
			continue
		}
		s := a.scores[k]
		for i, j := range y {
			if j < 0 && given.Unpaired != nil {
				s += given.Unpaired[i]
			}
		}
		want = append(want, rna.Scored{Structure: y, Score: s})
	}
	slices.SortFunc(want, func(a, b rna.Scored) int { return int(math.Copysign(1, b.Score-a.Score)) })
	f, e := rna.NewFolder(w), rna.NewEnsemble(w)
	y, score, err := f.FoldGiven(t.Context(), x, given)
	p, failed := e.PairsGiven(t.Context(), x, given)
	if len(want) == 0 {
		if !errors.Is(err, rna.ErrNoStructure) || !errors.Is(failed, rna.ErrNoStructure) {
			t.Errorf("no structure meets the constraint: %v, %v", err, failed)
		}
		return false
	}
	if err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	if math.Abs(score-want[0].Score) > near || given.Constraint != "" && !meets(y, given.Constraint) {
		t.Errorf("%s of score %g, and the best is %s of %g", y, score, want[0].Structure, want[0].Score)
	}
	checkOrder(t, f, x, given, want)
	checkPairs(t, p, len(x), want)
	return true
}

const near = 1e-9

// checkOrder: all structures come, each once, in the order of their scores, or those that are near the best.
func checkOrder(t *testing.T, f *rna.Folder, x rna.Sequence, given rna.Evidence, want []rna.Scored) {
	t.Helper()
	some, err := f.Suboptimal(t.Context(), x, given, len(want)+1, math.Inf(1))
	if err != nil || len(some) != len(want) {
		t.Fatalf("%d structures, and there are %d: %v", len(some), len(want), err)
	}
	seen := map[string]bool{}
	for k, s := range some {
		if seen[s.Structure.String()] || math.Abs(s.Score-want[k].Score) > near {
			t.Fatalf("structure %d is %s of %g, and of %g", k+1, s.Structure, s.Score, want[k].Score)
		}
		seen[s.Structure.String()] = true
	}
	within := want[0].Score - want[len(want)/2].Score
	some, err = f.Suboptimal(t.Context(), x, given, len(want), within)
	if err != nil || len(some) < len(want)/2 || math.Abs(some[len(some)-1].Score-want[len(some)-1].Score) > near {
		t.Errorf("%d structures within %g: %v", len(some), within, err)
	}
}

// checkPairs: probabilities are those of the structures.
func checkPairs(t *testing.T, p []float64, n int, want []rna.Scored) {
	t.Helper()
	sum, pairs := 0.0, make([]float64, n*n)
	for _, s := range want {
		weight := math.Exp(s.Score - want[0].Score)
		sum += weight
		for i, j := range s.Structure {
			if j >= 0 {
				pairs[i*n+j] += weight
			}
		}
	}
	for k, got := range p {
		if !(math.Abs(got-pairs[k]/sum) <= near) {
			t.Fatalf("bases %d and %d pair with probability %g, not %g", k/n+1, k%n+1, got, pairs[k]/sum)
		}
	}
}

// TestEvidenceIsChecked: what is wrong is named by its place.
func TestEvidenceIsChecked(t *testing.T) {
	t.Parallel()
	x := rna.Sequence{rna.G, rna.A, rna.A, rna.C}
	for says, e := range map[string]rna.Evidence{
		"its constraint 3 signs":     {Constraint: "..."},
		"sign 2 of the constraint i": {Constraint: ".?.."},
		"sign 3 of the constraint, ": {Constraint: "..)."},
		"sign 1 of the constraint, ": {Constraint: "(..."},
		"bases 1 and 2 of the const": {Constraint: "().."},
		"there are scores for 2":     {Unpaired: []float64{1, 2}},
		"the score of base 2 withou": {Unpaired: []float64{1, math.NaN(), 0, 0}},
	} {
		err := e.Check(x)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v", e, err)
		}
		if _, _, bad := rna.NewFolder(make([]float64, rna.Extended)).FoldGiven(t.Context(), x, e); bad == nil {
			t.Errorf("%+v is taken", e)
		}
	}
	if err := (rna.Evidence{Constraint: "(x.)"}).Check(x); err != nil {
		t.Error(err)
	}
	r := rna.Reactivities([]float64{math.NaN(), -999, 0, 1}, 1.8, -0.6)
	if r[0] != 0 || r[1] != 0 || !(r[2] < 0) || !(r[3] > 0) {
		t.Errorf("reactivities become %v", r)
	}
}
