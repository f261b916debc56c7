package passing

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/ondisk"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// blocksOnDisk is a table in blocks, by a name that is not one of its methods'.
type blocksOnDisk = ondisk.Blocks

// passes are blocks that show on a terminal how far the fit is.
type passes struct {
	*blocksOnDisk
	line *ui.StatusLine
	tol  float64

	read atomic.Int64 // blocks in this pass
	text atomic.Value // what was known after the last pass
	last solver.Progress
	at   time.Time
}

// Read reads a block.
func (p *passes) Read(ctx context.Context, k int, columns []int, into *linalg.RowBlock) error {
	err := p.blocksOnDisk.Read(ctx, k, columns, into)
	if columns != nil && len(columns) == 0 {
		return err // the targets alone
	}
	done := p.read.Add(1)
	p.line.Show(func() string {
		before, _ := p.text.Load().(string)
		return fmt.Sprintf("%s%d of %d blocks", before, min(done, int64(p.Blocks())), p.Blocks())
	})
	return err
}

// watch is told of each pass.
func (p *passes) watch(s solver.Progress) {
	now := time.Now()
	text := fmt.Sprintf("pass %d, gap %.1e", s.Iter+1, s.Gap)
	if left := passesLeft(p.last.Gap, s.Gap, p.tol*math.Abs(s.Objective)); !p.at.IsZero() && left >= 0 {
		text += fmt.Sprintf(", about %.0f s to go", left*now.Sub(p.at).Seconds())
	}
	p.text.Store(text + ": ")
	p.read.Store(0)
	p.last, p.at = s, now
}

// passesLeft is how many there are to a gap, if all take off what the last did; −1 where it took off nothing.
func passesLeft(before, now, to float64) float64 {
	if !(now < before) || !(to > 0) {
		return -1
	}
	return math.Max(0, math.Ceil(math.Log(now/to)/math.Log(before/now)))
}
