package structures

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// drawArcs draws a sentence with the arcs that were found, beside the true ones where they are known.
func drawArcs(ctx context.Context, path, title string, s templates.Sentence, heads []int) error {
	f := figures.Arcs{
		Meta:  figures.Meta{ID: "arcs", Title: title},
		Words: s.Forms, Heads: heads, Gold: s.Heads,
	}
	if s.Heads != nil {
		wrong := 0
		for k, h := range s.Heads {
			if heads[k] != h {
				wrong++
			}
		}
		f.Subtitle = fmt.Sprintf("%d of %d heads are wrong", wrong, len(heads))
	}
	return ui.WriteFigure(ctx, path, f)
}

// drawNorms draws the norms of templates.
func drawNorms(ctx context.Context, path string, m *model.Parser) error {
	const most = 30
	f := figures.Ranked{
		Meta:     figures.Meta{ID: "templates", Title: "Weight of templates", Subtitle: m.Training},
		Quantity: "norm ‖θ_k‖ of a template's weights",
	}
	all := ranked(m)
	for _, r := range all[:min(most, len(all))] {
		f.Names, f.Values = append(f.Names, r.Template.String()), append(f.Values, r.Norm)
	}
	if more := len(all) - most; more > 0 {
		f.Subtitle = strings.TrimSpace(fmt.Sprintf("%s: the %d largest of %d", f.Subtitle, most, len(all)))
	}
	return ui.WriteFigure(ctx, path, f)
}

// ranked are a model's templates, the largest norm first.
func ranked(m *model.Parser) []model.RankedTemplate {
	out := make([]model.RankedTemplate, len(m.Templates))
	for k, t := range m.Templates {
		out[k].Template = t
		if m.Norms != nil {
			out[k].Norm = m.Norms[k]
		}
	}
	slices.SortStableFunc(out, func(a, b model.RankedTemplate) int { return cmp.Compare(b.Norm, a.Norm) })
	return out
}
