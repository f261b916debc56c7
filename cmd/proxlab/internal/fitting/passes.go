package fitting

import (
	"cmp"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/larger"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Learned is what came of passes over blocks: the models of a path, or one, and what folds say of them.
type Learned struct {
	Models []*model.Linear
	folds  *choose.Validation
}

// Done tells whether no model was stopped before its end.
func (l *Learned) Done() bool {
	return !slices.ContainsFunc(l.Models, func(m *model.Linear) bool {
		return m.Status != solver.Converged && m.Status != solver.Stalled
	})
}

// Conclude writes and prints what came of passes over blocks.
func (r *fitting) Conclude(all *Learned) error {
	v, keep := all.folds, len(all.Models)-1
	if v != nil && r.flags.many() {
		keep = r.chosen(v)
		r.warnEmpty(all.Models, v, keep)
	}
	r.found.kept = keep
	r.noticeData()
	err := r.write(all.Models[keep])
	switch {
	case err != nil:
	case r.flags.many():
		err = r.printPath(all.Models, v, keep)
	default:
		err = r.print(all.Models[keep], v, keep)
	}
	return cmp.Or(err, r.ended(all.Models...))
}

// One tells whether there is one model to fit, and no folds.
func (r *fitting) One() bool { return !r.flags.many() && r.flags.cv == 0 }

// Passes finds λ, and fits.
func (r *fitting) Passes(data larger.Data) (*Learned, error) {
	ctx := r.cmd.Context()
	p, err := larger.Prepare(ctx, r.problem, data)
	if err != nil {
		return nil, err
	}
	switch {
	case r.problem.Penalty != nil:
		r.most = p.LambdaMax()
		if p.Lambda, err = r.flags.lambdaOf(r.most); err != nil {
			return nil, ui.Usage(err)
		}
	case r.flags.lambda != "":
		r.notice("without a penalty --lambda has no meaning and is ignored; --mu is the ridge's")
	}
	out, path := &Learned{}, []choose.Strength{{Lambda: p.Lambda, Mu: p.Mu}}
	if r.flags.many() {
		r.ready = &fit.Prepared{Linear: p.Linear} // that the path is of
		grid, err := r.strengths(r.ready)
		if err != nil {
			return nil, ui.Usage(err)
		}
		path = grid[0]
		out.Models, err = p.Along(ctx, path)
		if err := models.SoFar(err, out.Models...); err != nil {
			return nil, err
		}
	} else {
		m, err := p.Fit(ctx)
		if err := models.SoFar(err, m); err != nil {
			return nil, err
		}
		out.Models = []*model.Linear{m}
	}
	if r.flags.cv > 0 && out.Models[len(out.Models)-1].Status != solver.Canceled {
		if out.folds, err = p.Validate(ctx, path, r.flags.cv); err != nil && ctx.Err() != nil {
			r.withoutFolds(out.Models)
			err = nil
		}
	}
	return out, err
}
