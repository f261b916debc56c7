package compare

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// fewData is the number of data sets below which runs are ranked, and not data sets.
const fewData = 5

// Ranks say whether methods differ by their ranks, 1 for the best, ties (to 1e-9 of the values) sharing their mean.
// They are over blocks: data sets by their means over replications, or where there are fewer than five of them single
// runs. What is said of runs is said of these data sets, and of no others.
//
// Source: Demšar, Statistical Comparisons of Classifiers over Multiple Data Sets, JMLR 7, 2006: the tests of Friedman
// (with ties) and of Iman and Davenport, Nemenyi's critical difference, and Holm's procedure.
type Ranks struct {
	Methods []string // the best first
	Mean    []float64
	Blocks  int
	OfRuns  bool // blocks are runs
	// ChiSquare is Friedman's statistic with k − 1 degrees of freedom, F that of Iman and Davenport with k − 1 and
	// (k − 1)(N − 1); P and PF are how often they are that large where no method differs.
	ChiSquare, P, F, PF float64
	// Critical is Nemenyi's difference at 5 %, and Cliques are first and last of methods, as many as may be, of which
	// none two differ by as much.
	Critical float64
	Cliques  [][2]int
	Pairs    []Pair
}

// Pair is a comparison of two mean ranks: Z is their difference in standard errors, and Holm its p, raised by Holm's
// procedure over all pairs, or over those with the reference where one is named. Needed is about how many blocks would
// make the difference critical, if the ranks stayed; 0 where no number would.
type Pair struct {
	A, B    string
	Z, Holm float64
	Needed  int
}

// Ranks ranks the methods. The zero value, without methods, is that of fewer than two blocks or methods.
func (s *Scores) Ranks() Ranks {
	blocks, ofRuns := s.blocks()
	k, n := len(s.Methods), len(blocks)
	if k < 2 || n < 2 {
		return Ranks{}
	}
	mean, tied := rankMeans(blocks)
	r := Ranks{Blocks: n, OfRuns: ofRuns}
	order := make([]int, k)
	for m := range order {
		order[m] = m
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(mean[a], mean[b]) })
	for _, m := range order {
		r.Methods, r.Mean = append(r.Methods, s.Methods[m]), append(r.Mean, mean[m])
	}
	r.test(float64(k), float64(n), tied)
	unit := math.Sqrt(float64(k*(k+1)) / float64(6*n))
	r.Critical = nemenyi(k, level) * unit
	r.cliques()
	r.holm(s.Reference, unit)
	return r
}

// test fills in the tests of Friedman, and of Iman and Davenport; tied is Σ t³ − t over the ties of all blocks.
func (r *Ranks) test(k, n, tied float64) {
	var squares float64
	for _, m := range r.Mean {
		squares += (m - (k+1)/2) * (m - (k+1)/2)
	}
	if apart := 1 - tied/(n*k*(k*k-1)); apart > 0 { // else all methods are alike on every block
		r.ChiSquare = 12 * n * squares / (k * (k + 1)) / apart
	}
	r.P = distuv.ChiSquared{K: k - 1}.Survival(r.ChiSquare)
	if left := n*(k-1) - r.ChiSquare; left < 1e-9 { // every block has the same order
		r.F, r.PF = math.Inf(1), 0
	} else {
		r.F = (n - 1) * r.ChiSquare / left
		r.PF = distuv.F{D1: k - 1, D2: (k - 1) * (n - 1)}.Survival(r.F)
	}
}

// cliques finds the longest runs of methods whose first and last do not differ by Critical.
func (r *Ranks) cliques() {
	last := 0
	for i := range r.Methods {
		j := i
		for j+1 < len(r.Mean) && r.Mean[j+1]-r.Mean[i] < r.Critical {
			j++
		}
		if j > i && j > last {
			r.Cliques = append(r.Cliques, [2]int{i, j})
			last = j
		}
	}
}

// holm compares pairs; a unit is the standard error of a difference of mean ranks.
func (r *Ranks) holm(reference string, unit float64) {
	for i, a := range r.Methods {
		for j := i + 1; j < len(r.Methods); j++ {
			b, off := r.Methods[j], r.Mean[j]-r.Mean[i]
			if reference != "" && a != reference && b != reference {
				continue
			}
			p := Pair{A: a, B: b, Z: off / unit}
			p.Holm = 2 * distuv.UnitNormal.Survival(p.Z)
			if most := r.Critical * r.Critical / (off * off) * float64(r.Blocks); most < 1e6 {
				p.Needed = int(math.Ceil(most))
			}
			r.Pairs = append(r.Pairs, p)
		}
	}
	slices.SortStableFunc(r.Pairs, func(a, b Pair) int { return cmp.Compare(a.Holm, b.Holm) })
	least := 0.
	for i := range r.Pairs {
		p := &r.Pairs[i]
		least = max(least, min(1, p.Holm*float64(len(r.Pairs)-i)))
		p.Holm = least
	}
}

// blocks are the losses of all methods on what is ranked: data sets, or runs.
func (s *Scores) blocks() (out [][]float64, ofRuns bool) {
	problems, _ := s.problems()
	for d := range s.Data {
		block := make([]float64, len(s.Methods))
		whole := true
		for m := range s.Methods {
			values := s.values(m, d)
			block[m] = s.loss(stat.Mean(values, nil))
			whole = whole && len(values) > 0
		}
		if whole {
			out = append(out, block)
		}
	}
	if len(out) >= fewData {
		return out, false
	}
	out = nil
	for _, p := range problems {
		block := make([]float64, len(p.runs))
		for m, r := range p.runs {
			block[m] = s.loss(r.value)
		}
		out = append(out, block)
	}
	return out, true
}

// rankMeans are the mean ranks over blocks, and Σ t³ − t over ties of t.
func rankMeans(blocks [][]float64) (mean []float64, tied float64) {
	mean = make([]float64, len(blocks[0]))
	for _, block := range blocks {
		for m, v := range block {
			below, same := 0, 0
			for _, other := range block {
				switch {
				case alike(other, v):
					same++
				case other < v:
					below++
				}
			}
			mean[m] += (float64(below) + float64(same+1)/2) / float64(len(blocks))
			tied += float64(same*same - 1) // each of t that are tied brings t² − 1
		}
	}
	return mean, tied
}

// reference is the method that the others are compared with.
func (s *Scores) reference() int {
	if m := slices.Index(s.Methods, s.Reference); m >= 0 {
		return m
	}
	if r := s.Ranks(); len(r.Methods) > 0 {
		return slices.Index(s.Methods, r.Methods[0])
	}
	return 0
}
