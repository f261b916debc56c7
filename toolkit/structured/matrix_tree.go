package structured

import "math"

// MatrixTree computes log-partitions and marginals of dependency trees of n words, crossing arcs allowed, in O(n³),
// with scores of any size. The partition function is the determinant of a Laplacian; it is found by eliminating words,
// whose arcs others take over,
//
//	W_k = Σ_i A_ik,   A_ij ← A_ij + A_ik A_kj / W_k   for the heads i and words j that are left,   Z = Π_k W_k,
//
// where nothing is subtracted, so that nothing cancels. The marginal of an arc from i to k is, up to a factor that
// makes those into k sum to 1, A_ik times the chance that a walk from i over random heads, each in proportion to its
// arc, comes to the root without passing by k: that takes the elimination of all words but k, and halves of the
// sentence share it. With a single root, arcs from the root count in the limit of small weights.
//
// The exponentials are plain numbers where that does; logarithms where a W_k falls below 1e-60 of its largest arc. The
// zero value is ready; it keeps its memory between calls and is not for concurrent use.
//
// Source: Tutte, Graph Theory, 1984, theorem VI.29; Koo et al., Structured Prediction Models via the Matrix-Tree
// Theorem, EMNLP 2007; the elimination of Grassmann, Taksar, Heyman, Regenerative Analysis and Steady State
// Distributions for Markov Chains, Operations Research 1985; walks as in Wilson, Generating Random Spanning Trees More
// Quickly than the Cover Time, STOC 1996.
type MatrixTree struct {
	plain   plainTree
	general logTree
	gone    []int
}

// elimination is a graph on the root and words from 1 on, in one representation of numbers, and copies of it.
type elimination interface {
	// copyTo copies the graph at a depth, on the root and the words lo ≤ m < hi, to the next depth.
	copyTo(depth, lo, hi int)
	// eliminate takes word k from the graph at a depth, of which the root and the words lo ≤ m < hi are left. False says
	// that it cannot.
	eliminate(depth, k, lo, hi int) bool
	// alone takes the marginals of the arcs into word k, and the log-partition for word 1, from the graph at a depth
	// where all others are gone, in the order given.
	alone(depth, k int, gone []int) bool
}

// LogPartition is log Σ_y exp(score(y)) over all trees y; 0 for no words, −Inf where every tree has a forbidden arc,
// +Inf where an arc has the score +Inf.
func (t *MatrixTree) LogPartition(s *TreeScores) float64 {
	s.check()
	if s.Words == 0 {
		return 0
	}
	t.plain.load(s)
	if t.fold(&t.plain, s.Words) && t.plain.finish(0) {
		return t.plain.log
	}
	if log := t.general.load(s); math.IsInf(log, 0) || log != log {
		return log
	}
	if !t.fold(&t.general, s.Words) || !t.general.finish(0) {
		return math.Inf(-1)
	}
	return t.general.log
}

// fold eliminates all words but the first.
func (t *MatrixTree) fold(e elimination, n int) bool {
	for k := n; k > 1; k-- {
		if !e.eliminate(0, k, 1, k) {
			return false
		}
	}
	return true
}

// Marginals writes the probabilities of the arcs under p(y) ∝ exp(score(y)) to dst, laid out as s.Arc, and returns the
// log-partition. Where that is not finite they are NaN.
func (t *MatrixTree) Marginals(dst []float64, s *TreeScores) float64 {
	s.check()
	if len(dst) != len(s.Arc) {
		panic("structured: room is needed for the marginal of every arc score")
	}
	if s.Words == 0 {
		return 0
	}
	if cap(t.gone) < s.Words {
		t.gone = make([]int, 0, s.Words)
	}
	t.plain.load(s)
	t.plain.marginals = dst
	if leaveOneOut(&t.plain, 1, s.Words+1, t.gone, 0) {
		return t.plain.log
	}
	log := t.general.load(s)
	if log == 0 {
		t.general.marginals, log = dst, math.Inf(-1)
		if leaveOneOut(&t.general, 1, s.Words+1, t.gone, 0) {
			return t.general.log
		}
	}
	for i := range dst {
		dst[i] = math.NaN()
	}
	return log
}

// leaveOneOut comes to each of the words lo ≤ k < hi when all others are gone: it eliminates one half for the words of
// the other, in O(n³) for all.
func leaveOneOut(e elimination, lo, hi int, gone []int, depth int) bool {
	if hi-lo == 1 {
		return e.alone(depth, lo, gone)
	}
	mid := (lo + hi) / 2
	e.copyTo(depth, lo, hi)
	with := gone
	for k := hi - 1; k >= mid; k-- {
		if !e.eliminate(depth+1, k, lo, k) {
			return false
		}
		with = append(with, k)
	}
	if !leaveOneOut(e, lo, mid, with, depth+1) {
		return false
	}
	e.copyTo(depth, lo, hi)
	with = gone
	for k := lo; k < mid; k++ {
		if !e.eliminate(depth+1, k, k+1, hi) {
			return false
		}
		with = append(with, k)
	}
	return leaveOneOut(e, mid, hi, with, depth+1)
}
