package structured

import "math"

// logTree is plainTree with logarithms: for scores of any size.
type logTree struct {
	graphs[graded]
	walk      [][]graded
	pivot     []graded
	escape    []graded
	marginals []float64
	log       float64
}

// graded is the leading term exp(log)·tᵒʳᵈᵉʳ of a number that depends on t, in the limit of small t > 0: t weighs the
// arcs from a single root. Since nothing is subtracted, leading terms are computed from leading terms.
type graded struct {
	log   float64
	order int
}

var none = graded{log: math.Inf(-1)}

// plus is the sum.
func (a graded) plus(b graded) graded {
	switch {
	case math.IsInf(b.log, -1) || !math.IsInf(a.log, -1) && a.order < b.order:
		return a
	case math.IsInf(a.log, -1) || b.order < a.order:
		return b
	case a.log < b.log:
		a, b = b, a
	}
	if a.log-b.log < 40 {
		a.log += math.Log1p(math.Exp(b.log - a.log))
	}
	return a
}

// times is the product.
func (a graded) times(b graded) graded { return graded{a.log + b.log, a.order + b.order} }

// over is the quotient.
func (a graded) over(b graded) graded { return graded{a.log - b.log, a.order - b.order} }

// load takes the weights from the scores. It returns what the log-partition must be where a score is NaN or +Inf, and 0
// elsewhere.
func (t *logTree) load(s *TreeScores) (log float64) {
	w := s.Words + 1
	t.w = w
	t.resize(0)
	if len(t.walk) < w {
		t.walk, t.pivot, t.escape = make([][]graded, w), make([]graded, w), make([]graded, w)
	}
	for m := 1; m < w; m++ {
		for i, v := range s.Arc[(m-1)*w : m*w] {
			if i == m {
				v = math.Inf(-1)
			}
			if v != v || math.IsInf(v, 1) {
				log += v
			}
			t.graph[0][m*w+i] = graded{log: v}
		}
		if s.SingleRoot {
			t.graph[0][m*w].order = 1
		}
	}
	return log
}

func (t *logTree) eliminate(depth, k, lo, hi int) bool {
	a, w := t.graph[depth], t.w
	sum := a[k*w]
	for _, v := range a[k*w+lo : k*w+hi] {
		sum = sum.plus(v)
	}
	if math.IsInf(sum.log, -1) {
		return false // no tree reaches k
	}
	a[k*w] = a[k*w].over(sum)
	for i := lo; i < hi; i++ {
		a[k*w+i] = a[k*w+i].over(sum)
	}
	for m := lo; m < hi; m++ {
		f := a[m*w+k]
		if math.IsInf(f.log, -1) {
			continue
		}
		a[m*w] = a[m*w].plus(f.times(a[k*w]))
		for i := lo; i < hi; i++ {
			if i != m {
				a[m*w+i] = a[m*w+i].plus(f.times(a[k*w+i]))
			}
		}
	}
	t.walk[k], t.pivot[k] = a[k*w:(k+1)*w], sum
	return true
}

// finish takes the log-partition from the graph of word 1 alone. With a single root its order must be 1: more says that
// every tree has more roots.
func (t *logTree) finish(depth int) bool {
	all := t.graph[depth][t.w]
	for _, v := range t.pivot[2:t.w] {
		all = all.times(v)
	}
	t.log = all.log
	return all.order <= 1 && !math.IsInf(all.log, -1)
}

func (t *logTree) alone(depth, k int, gone []int) bool {
	if k == 1 && !t.finish(depth) {
		return false
	}
	t.escape[0], t.escape[k] = graded{}, none
	for g := len(gone) - 1; g >= 0; g-- {
		walk := t.walk[gone[g]]
		chance := walk[0]
		for _, later := range gone[g+1:] {
			chance = chance.plus(walk[later].times(t.escape[later]))
		}
		t.escape[gone[g]] = chance
	}
	sum := none
	for i, v := range t.graph[0][k*t.w : (k+1)*t.w] {
		t.escape[i] = v.times(t.escape[i])
		sum = sum.plus(t.escape[i])
	}
	for i, v := range t.escape[:t.w] {
		v = v.over(sum)
		t.marginals[(k-1)*t.w+i] = 0
		if v.order == 0 {
			t.marginals[(k-1)*t.w+i] = math.Exp(v.log)
		}
	}
	return true
}
