package structured

import "math"

// Arborescence decodes dependency trees, crossing arcs allowed, as maximum spanning arborescences in O(n²): from a word
// it walks to the best head, from that to its best, and so on to the root; where the walk comes back to itself, the
// cycle is contracted to one node that is entered by exchanging one of its arcs. For a single root it takes an arc from
// the root only where nothing else is left, so that no large number is added to scores. Sums of n scores are rounded:
// the tree may be worse than the best by so much. The zero value is ready; it keeps its memory between calls and is not
// for concurrent use.
//
// Of arcs with the score +Inf it takes as many as it can.
//
// Source: Chu, Liu, On the Shortest Arborescence of a Directed Graph, 1965; Edmonds, Optimum Branchings, 1967; Tarjan,
// Finding Optimum Branchings, Networks 1977, for dense graphs; McDonald et al., Non-projective Dependency Parsing using
// Spanning Tree Algorithms, HLT-EMNLP 2005; the single root as in Stanojević, Cohen, A Root of a Problem, EMNLP 2021.
type Arborescence struct {
	n, first int       // first is the first head that is looked at: 0, or 1 for a single root
	weight   []float64 // row v of n+1: what it gains to enter node v from a word; words come first, then cycles
	via      []int32   // alike: the member of a cycle that the arc enters
	top      []int32   // of a word: the cycle it is in at last, or itself
	enter    []int32   // of a node: the word its arc comes from
	place    []int32   // of a node: its place in path, counted from 1; attached where it is connected with the root
	path     []int32
}

// attached is the place of nodes that are connected with the root.
const attached = -1

// Decode writes a best tree to heads and returns its score; no words score 0.
func (a *Arborescence) Decode(heads []int, s *TreeScores) float64 {
	s.room(heads)
	s.flat(heads)
	if s.Words == 0 {
		return 0
	}
	a.begin(s)
	if loaded := a.load(s); loaded != loaded {
		return loaded
	}
	next, roots := int32(s.Words+1), 0 // the next cycle's node
	for m := 1; m <= s.Words; m++ {
		if a.place[a.top[m]] == attached {
			continue
		}
		var ok bool
		if next, ok = a.walk(a.top[m], next); !ok {
			return math.Inf(-1)
		}
	}
	for c := next - 1; c > int32(s.Words); c-- {
		from := a.enter[c]
		a.enter[a.via[int(c)*(a.n+1)+int(from)]] = from
	}
	for _, h := range a.enter[1 : a.n+1] {
		if h == 0 {
			roots++
		}
	}
	if s.SingleRoot && roots > 1 {
		return math.Inf(-1)
	}
	for k := range heads {
		heads[k] = int(a.enter[k+1])
	}
	return s.of(heads)
}

// begin makes room for the words and as many cycles.
func (a *Arborescence) begin(s *TreeScores) {
	a.n, a.first = s.Words, 0
	if s.SingleRoot {
		a.first = 1
	}
	nodes := 2 * (a.n + 1)
	if len(a.top) < nodes {
		a.weight, a.via = make([]float64, nodes*nodes/2), make([]int32, nodes*nodes/2)
		a.top, a.enter, a.place = make([]int32, nodes), make([]int32, nodes), make([]int32, nodes)
	}
	clear(a.place)
	a.place[0] = attached
	for m := range a.n + 1 {
		a.top[m] = int32(m)
	}
}

// load copies the scores, which a walk changes. It returns NaN where there is one.
func (a *Arborescence) load(s *TreeScores) float64 {
	const exponent = 1 << 52 // one more of it in a number that is not finite goes over to the sign
	var odd uint64
	w := a.n + 1
	copy(a.weight[w:], s.Arc)
	for m := 1; m < w; m++ {
		row := a.weight[m*w : (m+1)*w]
		row[m] = 0
		for _, v := range row {
			odd |= math.Float64bits(v)&^(1<<63) + exponent
		}
		row[m] = math.Inf(-1)
	}
	if odd>>63 == 0 {
		return 0
	}
	return tame(a.weight[w:w*w], a.n)
}

// tame replaces +Inf by a number so large that one more of these arcs is worth any others, n at most. It returns NaN
// where there is one.
func tame(arc []float64, n int) float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range arc {
		if v != v {
			return v
		}
		if !math.IsInf(v, 0) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	large := 1.
	if lo <= hi {
		large += hi + float64(n)*(hi-lo)
	}
	for k, v := range arc {
		if v > math.MaxFloat64 {
			arc[k] = large
		}
	}
	return 0
}

// walk goes from a node to the root, or to what is attached to it, contracting the cycles it comes by. It returns the
// node of the next cycle, and false where a node cannot be entered.
func (a *Arborescence) walk(v, next int32) (int32, bool) {
	a.path = append(a.path[:0], v)
	a.place[v] = 1
	for {
		from := a.best(v)
		if from < 0 {
			return next, false
		}
		a.enter[v] = from
		head := a.top[from]
		switch at := a.place[head]; {
		case at == attached:
			for _, u := range a.path {
				a.place[u] = attached
			}
			return next, true
		case at > 0:
			a.contract(a.path[at-1:], next)
			a.path = append(a.path[:at-1], next)
			a.place[next] = at
			v = next
			next++
		default:
			a.path = append(a.path, head)
			a.place[head] = int32(len(a.path))
			v = head
		}
	}
}

// best is the word, or the root, from which it is best to enter a node: −1 for none.
func (a *Arborescence) best(v int32) int32 {
	row := a.weight[int(v)*(a.n+1) : (int(v)+1)*(a.n+1)]
	most, from := math.Inf(-1), int32(-1)
	for u := a.first; u < len(row); u++ {
		if row[u] > most {
			most, from = row[u], int32(u)
		}
	}
	if from < 0 && row[0] > most {
		return 0
	}
	return from
}

// contract makes node c of a cycle: to enter it by one of its members gains the arc's weight less that of the arc by
// which the cycle enters the member.
func (a *Arborescence) contract(cycle []int32, c int32) {
	w := a.n + 1
	into, via := a.weight[int(c)*w:(int(c)+1)*w], a.via[int(c)*w:(int(c)+1)*w]
	for k, m := range cycle {
		row := a.weight[int(m)*w : (int(m)+1)*w]
		row = row[:len(into)]
		lost := row[a.enter[m]]
		if k == 0 {
			for u, v := range row {
				into[u], via[u] = v-lost, m
			}
			continue
		}
		via = via[:len(into)]
		for u, v := range row { // as bits, which the compiler chooses between without a jump that nobody foresees
			gain, most := v-lost, into[u]
			better, bits, member := math.Float64bits(gain), math.Float64bits(most), via[u]
			if gain > most {
				bits, member = better, m
			}
			into[u], via[u] = math.Float64frombits(bits), member
		}
	}
	a.top[c] = c
	for _, m := range cycle {
		a.top[m] = c // of a cycle too, which serves to find what it holds
	}
	for u := 1; u < w; u++ {
		if t := a.top[u]; t == c || a.top[t] == c {
			a.top[u] = c
			into[u] = math.Inf(-1)
		}
	}
}
