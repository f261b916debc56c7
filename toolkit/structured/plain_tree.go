package structured

import "math"

// rare bounds what plainTree divides by: with numbers between rare and 1/rare, what underflows is below 1e-120 of the
// rest. rare is far above the smallest number, 1e-308.
const rare = 1e-60

// plainTree eliminates words from a graph of weights exp(score), each word's divided by the largest.
type plainTree struct {
	graphs[float64]
	single    bool
	scale     float64     // logarithm of what all weights were divided by, for a tree
	walk      [][]float64 // of a word that is gone: the chances of its heads then
	pivot     []float64   // of a word that is gone: W
	escape    []float64   // the chance to come to the root
	marginals []float64
	log       float64
}

// load takes the weights from the scores.
func (t *plainTree) load(s *TreeScores) {
	t.w, t.single, t.scale = s.Words+1, s.SingleRoot, 0
	w := t.w
	t.resize(0)
	if len(t.walk) < w {
		t.walk = make([][]float64, w)
	}
	t.pivot, t.escape = zeros(t.pivot, w), zeros(t.escape, w)
	first := 0 // of the heads by which weights are scaled
	if t.single {
		first = 1
	}
	for m := 1; m < w; m++ {
		row, score := t.graph[0][m*w:(m+1)*w], s.Arc[(m-1)*w:m*w]
		copy(row, score)
		row[m] = math.Inf(-1)
		top := math.Inf(-1)
		for _, v := range row[first:] {
			top = max(top, v)
		}
		if math.IsInf(top, -1) { // the single word, or one that only the root may have
			top = 0
		}
		for i, v := range row[first:] {
			row[first+i] = math.Exp(v - top)
		}
		t.scale += top
		if t.single {
			row[0] -= top
		}
	}
	if t.single {
		t.root()
	}
}

// root scales the arcs from the root among each other, of which a tree has one.
func (t *plainTree) root() {
	top := math.Inf(-1)
	for m := 1; m < t.w; m++ {
		top = max(top, t.graph[0][m*t.w])
	}
	for m := 1; m < t.w; m++ {
		t.graph[0][m*t.w] = math.Exp(t.graph[0][m*t.w] - top)
	}
	t.scale += top
}

func (t *plainTree) eliminate(depth, k, lo, hi int) bool {
	a, w := t.graph[depth], t.w
	heads := a[k*w+lo : k*w+hi] // of k
	var sum float64
	for _, v := range heads {
		sum += v
	}
	if !t.single {
		sum += a[k*w]
	}
	root := a[k*w] / sum
	if !(sum >= rare && sum <= 1/rare && root <= 1/rare) {
		return false
	}
	inverse := 1 / sum
	for i := range heads {
		heads[i] *= inverse
	}
	a[k*w] = root
	for m := lo; m < hi; m++ {
		f := a[m*w+k]
		row := a[m*w+lo : m*w+hi]
		row = row[:len(heads)]
		for i, v := range heads {
			row[i] += f * v
		}
		row[m-lo] = 0 // a word is no head of itself
		a[m*w] += f * root
	}
	t.walk[k], t.pivot[k] = a[k*w:(k+1)*w], sum
	return true
}

// finish takes the log-partition from the graph of word 1 alone.
func (t *plainTree) finish(depth int) bool {
	last := t.graph[depth][t.w]
	if !(last >= rare && last <= 1/rare) {
		return false
	}
	t.log = t.scale + math.Log(last)
	for _, v := range t.pivot[2:] {
		t.log += math.Log(v)
	}
	return true
}

func (t *plainTree) alone(depth, k int, gone []int) bool {
	if k == 1 && !t.finish(depth) {
		return false
	}
	t.escape[0], t.escape[k] = 1, 0
	for g := len(gone) - 1; g >= 0; g-- {
		walk := t.walk[gone[g]]
		chance := walk[0]
		for _, later := range gone[g+1:] {
			chance += walk[later] * t.escape[later]
		}
		t.escape[gone[g]] = chance
	}
	weight, dst := t.graph[0][k*t.w:(k+1)*t.w], t.marginals[(k-1)*t.w:k*t.w]
	var sum float64
	for i, v := range weight {
		dst[i] = v * t.escape[i]
		sum += dst[i]
	}
	if !(sum >= rare && sum <= 1/rare) {
		return false
	}
	for i := range dst {
		dst[i] /= sum
	}
	return true
}
