package blocks

import (
	"sync"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Rooms are memory of blocks, which passes over one source hand on: to fetch it from the system anew takes a quarter of
// a short pass. The zero value has none yet.
type Rooms struct {
	mu   sync.Mutex
	free []*linalg.RowBlock
}

func (r *Rooms) get() *linalg.RowBlock {
	if r == nil {
		return &linalg.RowBlock{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.free)
	if n == 0 {
		return &linalg.RowBlock{}
	}
	b := r.free[n-1]
	r.free = r.free[:n-1]
	return b
}

func (r *Rooms) put(b *linalg.RowBlock) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free = append(r.free, b)
}
