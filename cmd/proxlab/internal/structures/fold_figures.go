package structures

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/rnafiles"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// drawFold draws a sequence: its structure, arcs, or probabilities.
func drawFold(
	ctx context.Context, path, what string, m *model.RNA, set *rnafiles.RNAs, k int, folded model.Folding,
) error {
	e := set.Examples[k]
	meta := figures.Meta{ID: "fold", Title: plain.Text(e.Name)}
	meta.Subtitle = fmt.Sprintf("%d bases; decoder: %s", len(e.X), decoderName(m.Decoder, m.Gamma))
	if e.Y != nil {
		var a rna.Agreement
		a.Add(folded.Structure, e.Y)
		meta.Subtitle += fmt.Sprintf("; F1 %.2f", a.F1())
	}
	letters := lettersOf(set, k)
	switch what {
	case "arcs":
		return ui.WriteFigure(ctx, path, figures.PairArcs{Meta: meta, Letters: letters, Pairs: folded.Structure, True: e.Y})
	case "probabilities":
		f := figures.PairDots{Meta: meta, Letters: letters, Pairs: folded.Structure, True: e.Y}
		err := m.EachPairs(ctx, []rna.Sequence{e.X}, func(_ int, p []float64) error {
			f.Probabilities = p
			return nil
		})
		if err != nil {
			return err
		}
		return ui.WriteFigure(ctx, path, f)
	}
	return ui.WriteFigure(ctx, path, figures.Secondary{Meta: meta, Letters: letters, Pairs: folded.Structure, True: e.Y})
}

// mostEnergies is how many weights are drawn.
const mostEnergies = 40

// drawEnergies draws the largest weights, family by family.
func drawEnergies(ctx context.Context, path string, m *model.RNA) error {
	f := figures.Ranked{
		Meta: figures.Meta{
			ID: "energies", Title: "Learned weights of loops and pairs",
			Subtitle: fmt.Sprintf("the %d largest of %d, by family; %s, λ = %g", mostEnergies, len(m.Weights), m.Loss, m.Lambda),
		},
		Quantity: "weight: above 0 for, below 0 against a structure",
	}
	names := rna.ExtendedNames()[:len(m.Weights)]
	order := make([]int, len(names))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(math.Abs(m.Weights[b]), math.Abs(m.Weights[a]))
	})
	order = order[:mostEnergies]
	slices.SortStableFunc(order, func(a, b int) int {
		byFamily := cmp.Compare(firstOf(order, names, a), firstOf(order, names, b))
		return cmp.Or(byFamily, cmp.Compare(m.Weights[b], m.Weights[a]))
	})
	for _, k := range order {
		f.Names, f.Values = append(f.Names, names[k]), append(f.Values, m.Weights[k])
	}
	return ui.WriteFigure(ctx, path, f)
}

// firstOf is the first feature of the family of one, in the order of rna.Names.
func firstOf(order []int, names []string, k int) int {
	first := k
	for _, other := range order {
		if family(names[other]) == family(names[k]) {
			first = min(first, other)
		}
	}
	return first
}

// family is the first word of a name: "stack" of "stack AU on CG".
func family(name string) string {
	first, _, _ := strings.Cut(name, " ")
	return first
}
