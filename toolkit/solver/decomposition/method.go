// Package decomposition learns machines of one kernel from losses with kinks: support vector machines, support vector
// regression, quantiles, one class. It solves the dual on working sets, whose columns of the Gram matrix are computed
// as they are needed.
package decomposition

import (
	"cmp"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Method minimizes a Problem by decomposition. With r = y − Ka,
//
//	repeat
//		W ← examples that violate optimality most, and some of those before
//		compute the columns of K for W that are not kept
//		minimize the dual over a_W, by pairs
//		r ← r − K_W Δa_W
//		now and then leave out examples whose coefficients stay at a bound or at 0
//	until the gap will do, with all examples
//
// A pair is one coefficient that rises and one that falls, chosen by second derivatives; its step costs the size of W
// and not the number of examples. P(f, b) less the dual is a sum of what each example adds, none of it negative, and
// bounds the error.
//
// Source: Joachims, Making Large-Scale SVM Learning Practical, 1999 (working sets, shrinking); Fan, Chen, Lin, Working
// Set Selection Using Second Order Information for Training Support Vector Machines, JMLR 2005, equation 3 (pairs).
type Method struct {
	Tol   float64   // the gap that will do, as a share of |P|; 0 for 1e-6
	Bytes int64     // of the columns that are kept; 0 for 100 MB
	Start []float64 // coefficients to start from; nil for 0
	Set   int       // examples of a working set; 0 for 256, and up to 768, or what Bytes has room for, as columns are kept
}

func (m Method) bytes() int64 { return cmp.Or(m.Bytes, 100<<20) }

// Working sets begin with so many examples, and grow once few of their columns have to be computed.
const first = 256

// set is the most that a working set of n examples has: two sets of columns have room, unless that leaves few.
func (m Method) set(gram toolkit.Gram, n int) int {
	const most = 768
	if m.Set > 0 {
		return max(2, m.Set)
	}
	if _, ok := gram.(toolkit.FactoredGram); ok {
		return most / 2
	}
	return int(max(first, min(most, m.bytes()/int64(16*n))))
}

// State is the state after a working set. Its gap bounds the error of a and b, and is unknown while some examples are
// left out, or far from what will do; its Evals are the steps on pairs, and its Residual is by how much optimality was
// violated before the set.
type State struct {
	solver.Progress
	B       float64
	Columns int // of the Gram matrix computed so far
	a, f    []float64
}

// X copies the coefficients a.
func (s *State) X(dst []float64) []float64 { return append(dst[:0], s.a...) }

// Values copies f at the examples, without b, as it was at the last certificate.
func (s *State) Values(dst []float64) []float64 { return append(dst[:0], s.f...) }
