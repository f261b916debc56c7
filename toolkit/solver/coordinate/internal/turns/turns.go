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

// shares is a quadratic of several outputs, which tells whether two blocks are columns that these share.
type shares interface{ Shares(g, other int) bool }

// turns solves sets of a model.
type turns struct {
	*model.Model
	tried, pays bool // the first set tells
}

// First makes a model solve sets by turns where that pays, before passes.
func First(m *model.Model) *model.Model {
	m.First = (&turns{Model: m}).solve
	return m
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

// Newton steps are taken up to so many after blocks that became 0, or until one gains less than a share of the first.
const (
	newtonSteps = 10
	newtonShare = 1e-6
)

// solve solves a set to a target of its gap: blocks come in where they lack most, and Newton steps on those that are
// not 0 follow. It is not done where columns are not alike, too many are not 0, or turns gain nothing more.
func (t *turns) solve(ctx context.Context, set []int, target float64) (done bool, err error) {
	if t.tried && !t.pays || t.Plain || t.Parts != nil || !t.shared(set) {
		return false, nil
	}
	outputs := len(t.Of(set[0]))
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
		t.newton(live, outputs)
	}
	return false, nil
}

// shared tells whether blocks are penalized, and columns that the same outputs share.
func (t *turns) shared(blocks []int) bool {
	q, ok := t.Loss.(shares)
	return ok && len(blocks) > 0 && !slices.ContainsFunc(blocks, func(g int) bool {
		return !t.IsPenalized(g) || !q.Shares(blocks[0], g)
	})
}

// lack is by how much a block exceeds what a block of 0 may have.
func (t *turns) lack(g int) float64 { return t.Polar(t.Products, g, 1) - t.Lambda*t.Omega[g] }

// lacking are the blocks of a set that are not 0, and those that are and lack something, the most first.
func (t *turns) lacking(set []int) (live, out []int, lack []float64) {
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
func (t *turns) alike(blocks []int) bool {
	blocks = blocks[:min(len(blocks), mostAlike)]
	gram, size, count := t.gram(blocks), len(blocks), 0
	for i := 1; i < size; i++ {
		if math.Abs(gram[i]) >= correlation*math.Sqrt(gram[0]*gram[i*size+i]) {
			count++
		}
	}
	return float64(count) >= alikeShare*float64(size-1)
}

// gram is the Gram matrix of the columns of some blocks.
func (t *turns) gram(blocks []int) []float64 {
	columns := make([]int, len(blocks))
	for i, g := range blocks {
		columns[i] = t.From[g]
	}
	return t.Loss.Gram(columns)
}

// comeIn takes steps in blocks that are 0 and lack most, and returns those that are not 0 then.
func (t *turns) comeIn(live, out []int, lack []float64) []int {
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

// newton takes Newton steps on blocks that are not 0.
func (t *turns) newton(live []int, outputs int) {
	s, objective, first := t.Support(live), t.Objective(), 0.
	gram := t.gram(s.Blocks)
	for count := 0; count < newtonSteps && len(s.Blocks) > 0; count++ {
		q := newSystem(gram, len(s.Blocks), outputs)
		for b, g := range s.Blocks {
			q.add(b, g, t.Model)
		}
		before, lower := objective, false
		step, l := q.step()
		if objective, lower = t.AlongShared(s, step, q.fall, l, outputs, before); !lower {
			return
		}
		first = math.Max(first, before-objective)
		was := s.Blocks
		if s = t.Support(was); !slices.Equal(was, s.Blocks) {
			gram = model.OfFewer(gram, was, s.Blocks)
			count-- // there are fewer
		} else if !(before-objective > newtonShare*first) {
			return
		}
	}
}
