package explorables

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// Grid is a grid that the reader paints on: what the pen and noise say of each cell, how much neighbours go together,
// and the best labelling that messages find, with what no labelling exceeds.
var Grid = explore.Explorable{
	Name: "explore-grid", Title: "What do neighbours make of it?",
	Subtitle: "20 × 20 cells; the pen and noise say what each cell is by itself",
	Controls: []explore.Control{
		{
			Kind: explore.Pad, Name: "ink", Label: "paint by mouse, finger or pen", Strokes: [][]explore.Point{{
				{0.25, 0.2}, {0.25, 0.8}, {0.75, 0.8},
			}},
		},
		{Kind: explore.Slider, Name: "coupling", Label: "coupling w", Min: -2, Max: 2, Step: 0.1, Start: 0.5},
		{Kind: explore.Slider, Name: "noise", Label: "noise", Min: 0, Max: 2, Step: 0.1, Start: 0.9},
		{Kind: explore.Slider, Name: "passes", Label: "passes of messages", Min: 1, Max: 30, Step: 1, Start: 8},
		{
			Kind: explore.Choice, Name: "neighbours", Label: "neighbours", Options: []string{fourNeighbours, eightNeighbours},
			Word: fourNeighbours,
		},
	},
	Answer: answerGrid,
}

const (
	gridSide        = 20
	fourNeighbours  = "4"
	eightNeighbours = "8, diagonals too"
)

// A labelling's score, and what no labelling exceeds.
const (
	ScoreFact = "score S"
	BoundFact = "bound"
)

// painted is what each cell says by itself: above 0 for ink.
func painted(v explore.Values) []float64 {
	random := rand.New(rand.NewPCG(4, 4))
	out := make([]float64, gridSide*gridSide)
	for k := range out {
		out[k] = -1 + v.Numbers["noise"]*random.NormFloat64()
	}
	inked := map[int]bool{}
	for _, s := range v.Strokes["ink"] {
		for i, p := range s {
			q := s[max(0, i-1)]
			for k := range 4*gridSide + 1 {
				part := float64(k) / (4 * gridSide)
				c, r := gridSide*(q[0]+part*(p[0]-q[0])), gridSide*(q[1]+part*(p[1]-q[1]))
				for _, at := range [4][2]float64{{-0.5, -0.5}, {-0.5, 0.5}, {0.5, -0.5}, {0.5, 0.5}} {
					if x, y := int(c+at[0]), int(r+at[1]); x >= 0 && x < gridSide && y >= 0 && y < gridSide {
						inked[y*gridSide+x] = true
					}
				}
			}
		}
	}
	for k := range inked {
		out[k] += 2
	}
	return out
}

// gridGraph has the scores: of ink half of what a cell says, of no ink as much less, and the coupling of neighbours
// that are the same.
func gridGraph(v explore.Values, says []float64) (*factor.Graph, error) {
	states := make([]int, len(says))
	for s := range states {
		states[s] = 2
	}
	g, err := factor.New(states)
	if err != nil {
		return nil, err
	}
	steps := [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}}
	if v.Words["neighbours"] == fourNeighbours {
		steps = steps[:2]
	}
	for s, u := range says {
		g.Node(s)[0], g.Node(s)[1] = -u/2, u/2
		for _, step := range steps {
			r, c := s/gridSide+step[0], s%gridSide+step[1]
			if r < gridSide && c >= 0 && c < gridSide && err == nil {
				err = g.Potts(s, r*gridSide+c, v.Numbers["coupling"])
			}
		}
	}
	return g, err
}

func answerGrid(ctx context.Context, v explore.Values) (a explore.Answer, err error) {
	says := painted(v)
	g, err := gridGraph(v, says)
	if err != nil {
		return a, err
	}
	var passes, scores, bounds []float64
	var r *factor.Result
	most := int(v.Numbers["passes"])
	for k := 1; k <= most; k += max(1, min(k/2, most-k)) {
		if r, err = (factor.TRWS{Iterations: k}).Decode(ctx, g); err != nil {
			return a, err
		}
		passes, scores, bounds = append(passes, float64(k)), append(scores, r.Score), append(bounds, r.Bound)
	}
	margins, err := factor.TRWS{Iterations: most}.Margins(ctx, g, r.Y)
	if err != nil {
		return a, err
	}
	alone, unsure := make([]int, len(says)), 0
	changed := 0
	for s, u := range says {
		if u > 0 {
			alone[s] = 1
		}
		if alone[s] != r.Y[s] {
			changed++
		}
		if margins[s] == 0 {
			unsure++
		}
	}
	a.Facts = []explore.Fact{
		{Name: ScoreFact, Value: r.Score}, {Name: BoundFact, Value: r.Bound}, {Name: "bound − S", Value: r.Bound - r.Score},
		{Name: "cells that neighbours changed", Value: float64(changed)},
		{Name: "cells that are not certain", Value: float64(unsure)},
	}
	if a.Said = []string{"This may not be a best labelling: the bound is above its score."}; r.Exact {
		a.Said = []string{fmt.Sprintf("This is a best labelling, found in %d passes: the bound meets its score.", r.Iter)}
	}
	a.Columns = 2
	a.Panels = []explore.Panel{
		cellsOf("what each cell says", "ink", "ink, a little", func(s int) int {
			switch {
			case says[s] > 1:
				return 0
			case says[s] > 0:
				return 1
			}
			return -1
		}),
		cellsOf("the labelling", "ink", "ink, not certain", func(s int) int {
			switch {
			case r.Y[s] == 0:
				return -1
			case margins[s] == 0:
				return 1
			}
			return 0
		}),
		{
			Title: "score and bound", X: explore.Axis{Label: "passes", Min: 1, Max: math.Max(2, float64(most))},
			Y: explore.Axis{Label: "score"},
			Series: []explore.Series{
				{Name: BoundFact, X: passes, Y: bounds, Dashed: true, Color: 2}, {Name: ScoreFact, X: passes, Y: scores, Color: 1},
			},
		},
	}
	return a, nil
}

// cellsOf is a grid with cells of two kinds; others are left out.
func cellsOf(title, first, second string, kind func(s int) int) explore.Panel {
	const edge = gridSide - 0.4
	p := explore.Panel{
		Title: title, X: explore.Axis{Min: -1, Max: gridSide, Bare: true},
		Y: explore.Axis{Min: -gridSide, Max: 1, Bare: true}, Equal: true, Series: []explore.Series{
			{Name: first, Color: 7, Cells: true}, {Name: second, Color: 6, Cells: true},
			{Color: 6, X: []float64{-0.6, edge, edge, -0.6, -0.6}, Y: []float64{0.6, 0.6, -edge, -edge, 0.6}},
		},
	}
	for s := range gridSide * gridSide {
		if k := kind(s); k >= 0 {
			p.Series[k].X = append(p.Series[k].X, float64(s%gridSide))
			p.Series[k].Y = append(p.Series[k].Y, -float64(s/gridSide))
		}
	}
	return p
}
