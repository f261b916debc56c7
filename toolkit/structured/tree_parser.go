package structured

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
)

// TreeParser finds the best trees of many sentences under a model. Scores are read for many sentences at once, which a
// toolkit.RowsScorer may do quicker than sentence by sentence. It keeps its memory between calls and is not for
// concurrent use.
type TreeParser struct {
	Decoder    TreeDecoder // nil for Arborescence
	SingleRoot bool
	scores     TreeScores
	rows       []float64
}

// untilScorer is a toolkit.RowsScorer that can be interrupted, as params.Hashed.
type untilScorer interface {
	ScoreRowsUntil(ctx context.Context, dst []float64, family, lo, hi int)
}

// untilDecoder is a TreeDecoder that can be interrupted, as Eisner.
type untilDecoder interface {
	DecodeUntil(ctx context.Context, heads []int, s *TreeScores) float64
}

// together is how many arcs are scored at once, or one sentence: their scores take as much of a processor's cache as
// one table of 2¹⁷ weights.
const together = 1 << 16

// Parse writes the heads of sentences of the words start[i] ≤ t < start[i+1] to heads. The model's rows are their arcs,
// in the order that Trees says. Interrupted, it returns the cause.
func (c *TreeParser) Parse(ctx context.Context, heads []int, p toolkit.Params, start []int) error {
	must(CheckStart(start, len(heads)))
	if c.Decoder == nil {
		c.Decoder = new(Arborescence)
	}
	return c.Scores(ctx, p, start, func(i int, _ *TreeScores) { c.decode(ctx, heads[start[i]:start[i+1]]) })
}

// Scores calls visit with the scores of the arcs of each sentence, valid until it returns. Interrupted, it returns the
// cause.
func (c *TreeParser) Scores(
	ctx context.Context, p toolkit.Params, start []int, visit func(i int, s *TreeScores),
) error {
	weighs(p, Arc, "arcs")
	row := 0
	for lo := 0; lo < len(start)-1 && ctx.Err() == nil; {
		hi, rows := lo, 0
		for hi < len(start)-1 {
			n := start[hi+1] - start[hi]
			if hi > lo && rows+n*n > together {
				break
			}
			hi, rows = hi+1, rows+n*n
		}
		c.rows = zeros(c.rows, rows)
		if many, ok := p.(untilScorer); ok {
			many.ScoreRowsUntil(ctx, c.rows, Arc, row, row+rows)
		} else {
			scoreRows(c.rows, p, Arc, row, row+rows)
		}
		left := c.rows
		for i := lo; i < hi; i++ {
			n := start[i+1] - start[i]
			c.scores.SingleRoot = c.SingleRoot
			c.scores.spread(n, left[:n*n])
			if ctx.Err() == nil { // else scores are not complete
				visit(i, &c.scores)
			}
			left = left[n*n:]
		}
		lo, row = hi, row+rows
	}
	return context.Cause(ctx)
}

// decode decodes a sentence, up to the end of a context where the decoder takes long.
func (c *TreeParser) decode(ctx context.Context, heads []int) {
	if d, ok := c.Decoder.(untilDecoder); ok {
		d.DecodeUntil(ctx, heads, &c.scores)
		return
	}
	c.Decoder.Decode(heads, &c.scores)
}
