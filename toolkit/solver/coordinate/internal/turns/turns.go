// Package turns solves working sets of columns that several outputs share and that are alike, as neighbours in spectra
// are: passes give each a part of what one of them is to have, and take many rounds until that one has it.
package turns

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// Turns solve sets of a model, and of those that take its place.
type Turns struct {
	*model.Model
	tried, pays bool // the first set tells
}

// Lead makes a model solve sets by turns where that pays, before passes.
func (t *Turns) Lead(m *model.Model) {
	t.Model, m.First = m, t.solve
}

// Blocks come in by turns, a share of those there are, of so many that lack most: what came before may have left little
// of what another lacked. Where more are not 0 than so many and a share of the examples, or, in the first set, of its
// blocks, passes are as good.
const (
	comeShare  = 0.5
	mostTried  = 64
	leftShare  = 0.5
	leastLive  = 16
	mostLive   = 1000
	liveOfRows = 0.5
	liveOfSet  = 0.25
	mostTurns  = 1000
)

// solve solves a set to a target of its gap: blocks come in where they lack most, and Newton steps on those that are
// not 0 follow. It is not done where columns are not alike, too many are not 0, or turns gain nothing more.
func (t *Turns) solve(ctx context.Context, set []int, target float64) (done bool, err error) {
	if t.tried && !t.pays || t.Plain || t.Parts != nil || t.Shared(set) == 0 {
		return false, nil
	}
	outputs := t.Shared(set)
	room := leastLive + min(mostLive, int(liveOfRows*float64(t.N/outputs)))
	progress, first := model.NewProgress(), !t.tried
	if t.tried, t.pays = true, false; first {
		room = min(room, leastLive+int(liveOfSet*float64(len(set))))
	}
	for turn := range mostTurns {
		if err := context.Cause(ctx); err != nil {
			return false, err
		}
		if progress.Ends(t.Model, set, target) {
			t.pays = progress.Met
			return t.pays, nil
		}
		live, out, lack := t.lacking(set)
		if first && turn == 0 && !t.alike(out) {
			return false, nil
		}
		live = t.comeIn(live, out, lack)
		t.Visited += float64(len(set) * outputs)
		if t.Evals++; len(live) > room {
			return false, nil
		}
		t.NewtonShared(live, outputs, math.Inf(1))
	}
	return false, nil
}

// lack is by how much a block exceeds what a block of 0 may have.
func (t *Turns) lack(g int) float64 { return t.Polar(t.Products, g, 1) - t.Lambda*t.Omega[g] }

// lacking are the blocks of a set that are not 0, and those that are and lack something, the most first.
func (t *Turns) lacking(set []int) (live, out []int, lack []float64) {
	for _, g := range set {
		if t.IsActive(g) {
			live = append(live, g)
		} else if by := t.lack(g); by > 0 {
			out, lack = append(out, g), append(lack, -by)
		}
	}
	order := make([]int, len(out))
	floats.Argsort(lack, order)
	sorted := make([]int, len(out))
	for i, at := range order {
		sorted[i], lack[i] = out[at], -lack[i]
	}
	return live, sorted, lack
}

// Columns are alike where a share of so many are correlated with the first so much: what it gets they lack no more.
const (
	mostAlike   = 17
	alikeShare  = 1. / 3
	correlation = 0.7
)

// alike tells whether the columns that lack most are.
func (t *Turns) alike(blocks []int) bool {
	blocks = blocks[:min(len(blocks), mostAlike)]
	gram, size, count := t.SharedGram(blocks), len(blocks), 0
	for i := 1; i < size; i++ {
		if math.Abs(gram[i]) >= correlation*math.Sqrt(gram[0]*gram[i*size+i]) {
			count++
		}
	}
	return float64(count) >= alikeShare*float64(size-1)
}

// comeIn takes steps in blocks that are 0 and lack most, and returns those that are not 0 then.
func (t *Turns) comeIn(live, out []int, lack []float64) []int {
	room := max(2, int(comeShare*float64(len(live))))
	for i := 0; i < min(len(out), mostTried) && room > 0; i++ {
		g := out[i]
		if t.BlockProducts(t.Products[t.From[g]:t.From[g+1]], g); t.lack(g) < leftShare*lack[i] {
			continue
		}
		t.Update(g)
		live = append(live, g)
		room--
	}
	slices.Sort(live)
	return live
}
