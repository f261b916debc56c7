package blocks

import (
	"slices"
	"sort"
	"sync"
)

// tree adds up what n blocks come to in an order that their numbers alone say: at level l a node is of the blocks
// i·2ˡ, …, (i + 1)·2ˡ − 1 that there are, and is the sum of its two halves. Whoever finishes a block brings it, in any
// order: sums are equal to the bit for any number of workers, and lose what log₂ n roundings do.
type tree[T any] struct {
	n    int
	join func(into, from T) // from comes after into
	pool *pool[T]

	lock sync.Mutex
	open map[node]T // whose other half is not there yet
	root T
}

type node struct{ level, at int }

// put brings what a block came to, and tells whether the root is there.
func (t *tree[T]) put(k int, s T) (whole bool) {
	at := node{0, k}
	for ; 1<<at.level < t.n; at = (node{at.level + 1, at.at / 2}) {
		other := node{at.level, at.at ^ 1}
		if other.at<<other.level >= t.n {
			continue // there is no second half
		}
		half, there := t.swap(at, other, s)
		if !there {
			return false
		}
		if other.at < at.at {
			s, half = half, s
		}
		t.join(s, half)
		t.pool.put(half)
	}
	t.root = s
	return true
}

// swap takes the other half of a node, or leaves this one for it.
func (t *tree[T]) swap(at, other node, s T) (half T, there bool) {
	t.lock.Lock()
	defer t.lock.Unlock()
	if half, there = t.open[other]; there {
		delete(t.open, other)
		return half, true
	}
	if t.open == nil {
		t.open = map[node]T{}
	}
	t.open[at] = s
	return half, false
}

// pool are zeros to add to.
type pool[T any] struct {
	fresh func() T
	clear func(T)

	lock sync.Mutex
	free []T
}

func (p *pool[T]) get() T {
	p.lock.Lock()
	last := len(p.free) - 1
	if last < 0 {
		p.lock.Unlock()
		return p.fresh()
	}
	s := p.free[last]
	p.free = p.free[:last]
	p.lock.Unlock()
	p.clear(s)
	return s
}

func (p *pool[T]) put(s T) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.free = append(p.free, s)
}

// forest is a tree over the parts of a source that have blocks, and one over the blocks of each.
type forest[T any] struct {
	bounds []int // of the parts: their first blocks, and the end
	of     []tree[T]
	top    tree[T]
	pool   pool[T]
}

func newForest[T any](bounds []int, join func(into, from T), fresh func() T, clear func(T)) *forest[T] {
	bounds = slices.Compact(slices.Clone(bounds))
	parts := len(bounds) - 1
	f := &forest[T]{bounds: bounds, of: make([]tree[T], parts), pool: pool[T]{fresh: fresh, clear: clear}}
	f.top.n, f.top.join, f.top.pool = parts, join, &f.pool
	for k := range f.of {
		t := &f.of[k]
		t.n, t.join, t.pool = bounds[k+1]-bounds[k], join, &f.pool
	}
	return f
}

// put brings what a block came to.
func (f *forest[T]) put(k int, s T) {
	part := sort.SearchInts(f.bounds, k+1) - 1
	if t := &f.of[part]; t.put(k-f.bounds[part], s) {
		f.top.put(part, t.root)
	}
}

// levels is log₂ n, rounded up: how many roundings a tree of n numbers adds.
func levels(n int) (l int) {
	for 1<<l < n {
		l++
	}
	return l
}
