package decomposition

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// cache keeps columns of a Gram matrix, those that were computed last, in blocks that come as they are needed. Columns
// are computed many at a time, to places that follow each other: products of matrices are several times quicker than
// one column after another.
type cache struct {
	gram   toolkit.Gram
	direct toolkit.FactoredGram // what has products and entries without columns; nil for none
	change []float64            // scratch of its products
	rows   int
	size   int             // columns of a block
	blocks []*linalg.Dense // a column a row
	place  []int32         // of each example's column; −1 for none
	of     []int32         // the example of each place; −1 for none
	next   int             // the place to be taken next
	spare  [][]float64     // memory of blocks that are no more: new pages cost as much as columns do
}

// newCache has room for so many bytes, and for two sets of columns at least.
func newCache(gram toolkit.Gram, bytes int64, set int) *cache {
	n := gram.Len()
	if direct, ok := gram.(toolkit.FactoredGram); ok {
		return &cache{gram: gram, direct: direct, rows: n, change: make([]float64, n)}
	}
	places := int(max(int64(min(n, 2*set)), min(int64(n), bytes/int64(8*n))))
	c := &cache{gram: gram, rows: n, size: min(set, places, first), place: make([]int32, n), of: make([]int32, places)}
	c.blocks = make([]*linalg.Dense, (places+c.size-1)/c.size)
	for i := range c.place {
		c.place[i] = -1
	}
	for k := range c.of {
		c.of[k] = -1
	}
	return c
}

// among are the entries of a set among themselves, of columns that are there.
func (c *cache) among(dst []float64, set []int) {
	if c.direct != nil {
		c.direct.Among(dst, set)
		return
	}
	q := len(set)
	for x, i := range set {
		at := int(c.place[i])
		column, row := c.blocks[at/c.size].Row(at%c.size), dst[x*q:(x+1)*q]
		for z, l := range set {
			row[z] = column[l]
		}
	}
}

// room tells whether so many columns can be kept at a time.
func (c *cache) room(columns int) bool { return c.direct != nil || columns <= len(c.of) }

// bring computes those columns of a set that are missing, drops older ones for them, and returns how many it computed.
func (c *cache) bring(ctx context.Context, set []int) (computed int, err error) {
	if c.direct != nil {
		return 0, nil
	}
	var missing []int
	wanted := make(map[int]bool, len(set))
	for _, i := range set {
		wanted[i] = true
		if c.place[i] < 0 {
			missing = append(missing, i)
		}
	}
	if len(missing) == 0 {
		return 0, nil
	}
	for k := 0; k < len(missing); k++ { // grows as columns of the set are dropped
		at := (c.next + k) % len(c.of)
		if i := int(c.of[at]); i >= 0 {
			c.place[i], c.of[at] = -1, -1
			if wanted[i] {
				missing = append(missing, i)
			}
		}
	}
	slices.Sort(missing)
	for left := missing; len(left) > 0; {
		b, from := c.next/c.size, c.next%c.size
		some := left[:min(len(left), c.size-from, len(c.of)-c.next)]
		if c.blocks[b] == nil {
			c.blocks[b] = c.block(min(c.size, len(c.of)-b*c.size))
		}
		to := c.blocks[b].Data[from*c.rows : (from+len(some))*c.rows]
		if err := c.gram.Columns(ctx, to, some); err != nil {
			return computed, err
		}
		for k, i := range some {
			c.place[i], c.of[c.next+k] = int32(c.next+k), int32(i)
		}
		c.next = (c.next + len(some)) % len(c.of)
		left = left[len(some):]
	}
	return len(missing), nil
}

// add is dst ← dst + Σ_k s_k K_{·,which_k}, of columns that are there.
func (c *cache) add(ctx context.Context, dst, s []float64, which []int) error {
	if c.direct != nil {
		err := c.direct.Product(ctx, c.change, which, s)
		floats.Add(dst, c.change)
		return err
	}
	rows, of := make([][]int32, len(c.blocks)), make([][]float64, len(c.blocks))
	for k, i := range which {
		at := int(c.place[i])
		b := at / c.size
		rows[b], of[b] = append(rows[b], int32(at%c.size)), append(of[b], s[k])
	}
	for b, r := range rows {
		if len(r) > 0 {
			c.blocks[b].AddRows(dst, of[b], r)
		}
	}
	return nil
}

// block is one of so many columns.
func (c *cache) block(columns int) *linalg.Dense {
	need := columns * c.rows
	if k := len(c.spare) - 1; k >= 0 && cap(c.spare[k]) >= need {
		data := c.spare[k][:need]
		c.spare = c.spare[:k]
		return linalg.NewDense(columns, c.rows, data)
	}
	return linalg.NewDense(columns, c.rows, nil)
}

// reuse takes the memory of a cache that is no more.
func (c *cache) reuse(old *cache) {
	if old == nil {
		return
	}
	c.spare = old.spare
	for _, b := range old.blocks {
		if b != nil {
			c.spare = append(c.spare, b.Data)
		}
	}
}
