package structures

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// patience is how many epochs in a row may be no better on what is held out.
const patience = 2

// parserTraining is a parser at work.
type parserTraining struct {
	Parser
	stages         int
	learn, heldOut []templates.Sentence
	trees          *structured.Trees
}

// training divides the sentences.
func (c Parser) training(treebank []templates.Sentence) (*parserTraining, error) {
	const share = 10
	t := &parserTraining{Parser: c, stages: 1, learn: treebank, heldOut: c.HeldOut}
	if c.HeldOut == nil && len(treebank) >= share {
		t.learn = nil
		for i, s := range treebank {
			if i%share == share-1 {
				t.heldOut = append(t.heldOut, s)
			} else {
				t.learn = append(t.learn, s)
			}
		}
	}
	start, heads := []int{0}, []int(nil)
	for _, s := range t.learn {
		heads = append(heads, s.Heads...)
		start = append(start, len(heads))
	}
	var err error
	t.trees, err = structured.NewTrees(start, heads, c.SingleRoot)
	return t, err
}

// parserStage learns with some templates. Of a first of two stages the last epoch counts, else the best.
type parserStage struct {
	*parserTraining
	number   int
	list     []templates.Template
	store    *params.Hashed
	method   string
	best     *model.Parser // of the last stage
	waited   int           // epochs that were no better
	averaged bool
	warm     bool          // begins with the tables of Start
	before   *model.Parser // of the first of two, with the templates selected, until the second has a model
	last     solver.Progress
	status   solver.Status
}

func (t *parserTraining) newStage(number int, list []templates.Template) *parserStage {
	arcs := templates.NewArcs(list)
	for i := range t.learn {
		arcs.AddSentence(&t.learn[i])
	}
	width := t.Bits
	if number < t.stages {
		width = min(width, params.BitsOf(len(t.trees.Head)))
	}
	s := &parserStage{
		parserTraining: t, number: number, list: list, status: solver.IterationLimit, last: solver.Unknown(),
	}
	if s.warm = t.Start != nil && number == 1; s.warm {
		var tables []*params.Slots
		for _, w := range t.Start.Weights {
			tables = append(tables, w.Clone())
		}
		s.store = params.HashedFrom(structured.Arc, arcs, tables)
	} else {
		s.store = params.NewHashed(structured.Arc, arcs, width)
	}
	return s
}

// run learns, until the last epoch, or the context, ends.
func (s *parserStage) run(
	ctx context.Context, method ParserMethod, penalty ParserPenalty, c float64, epochs int,
) error {
	states, err := s.states(ctx, method, penalty, c)
	if err != nil {
		return err
	}
	for st, err := range solver.Timed(states) {
		s.last = st.Progress
		if err == nil {
			err = s.epoch(ctx, st)
		}
		switch {
		case err != nil && context.Cause(ctx) != nil:
			s.status = statusOf(err)
			return nil
		case errors.Is(err, solver.ErrDiverged):
			return fmt.Errorf("in epoch %d: %w: choose a smaller η0 than %g", s.last.Iter, err, s.Eta0)
		case err != nil:
			return err
		case s.waited >= patience:
			s.status = solver.Converged
			return nil
		case st.Iter == epochs:
			return nil
		}
	}
	return nil
}

// states are those of the method, an epoch each.
func (s *parserStage) states(
	ctx context.Context, method ParserMethod, penalty ParserPenalty, c float64,
) (solver.Seq[*online.State], error) {
	oracle := &structured.TreeHinge{Data: s.trees}
	if s.Projective {
		oracle.Decoder = &structured.Eisner{}
	}
	s.averaged = s.Average && s.number == s.stages
	if method == PassiveAggressive {
		s.method = fmt.Sprintf("passive-aggressive steps, C = %g", c)
		algorithm := online.PassiveAggressive{
			Params: s.store, C: c, Warm: s.warm, Average: s.averaged, Shuffle: true, Seed: s.Seed,
		}
		return algorithm.Iterations(ctx, oracle), nil
	}
	psi, err := penalty.term(1 / (c * float64(len(s.learn))))
	s.method = fmt.Sprintf("%s, C = %g, η0 = %g", penalty, c, s.Eta0)
	algorithm := online.Proximal{
		Params: s.store, Warm: s.warm, Terms: []online.Term{online.OnNorms(psi)},
		Rate: online.InvSqrt{Eta0: s.Eta0}, Average: s.averaged, Shuffle: true, Seed: s.Seed,
	}
	return algorithm.Iterations(ctx, oracle), err
}

// epoch judges the model after an epoch, and keeps the best.
func (s *parserStage) epoch(ctx context.Context, st *online.State) error {
	if err := s.checkNorms(); err != nil {
		return err
	}
	e := ParserEpoch{
		Progress: st.Progress, Stage: s.number, Stages: s.stages, Templates: len(s.list), Method: s.method,
		MeanLoss: st.MeanLoss,
	}
	if s.number == s.stages {
		m := s.model(s.all())
		if len(s.heldOut) > 0 {
			var err error
			if m.HeldOut, err = m.Score(ctx, s.heldOut); err != nil {
				return fmt.Errorf("held out, after %d epochs: %w", st.Iter, err)
			}
		}
		e.HeldOut = m.HeldOut
		s.waited++
		if e.Best = s.best == nil || len(s.heldOut) == 0 || m.HeldOut.Correct > s.best.HeldOut.Correct; e.Best {
			s.best, s.waited, s.before = m, 0, nil
		}
	}
	if s.Watch != nil {
		s.Watch(e)
	}
	return nil
}

// checkNorms tells where weights ran away.
func (s *parserStage) checkNorms() error {
	for k, t := range s.list {
		if v := s.store.Norm(k); !solver.Finite(v) {
			const says = "the weights of the template %q have the norm %g after %d epochs: choose a smaller η0 than %g"
			return fmt.Errorf(says, t, v, s.last.Iter, s.Eta0)
		}
	}
	return nil
}

// model is what was learned by now, with some templates of the list, in its order.
func (s *parserStage) model(some []int) *model.Parser {
	m := &model.Parser{
		SingleRoot: s.SingleRoot, Projective: s.Projective, Training: s.method, Progress: s.last,
	}
	table := s.store.Table
	if s.averaged && s.last.Evals > 0 {
		table = s.store.AveragedTable
		m.Training += ", averaged"
	}
	for _, k := range some {
		w := table(k)
		m.Templates, m.Weights = append(m.Templates, s.list[k]), append(m.Weights, w)
		squared := 0.
		for _, v := range w.All() {
			squared += float64(v) * float64(v)
		}
		m.Norms = append(m.Norms, math.Sqrt(squared))
	}
	return m
}

// all are the places of all templates of the list.
func (s *parserStage) all() []int {
	out := make([]int, len(s.list))
	for k := range out {
		out[k] = k
	}
	return out
}

// rank is the order of the templates by their norms, the largest first; of equal ones the earlier.
func (s *parserStage) rank() (order []int, ranking []model.RankedTemplate) {
	order = s.all()
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.store.Norm(b), s.store.Norm(a)) })
	for _, k := range order {
		ranking = append(ranking, model.RankedTemplate{Template: s.list[k], Norm: s.store.Norm(k)})
	}
	return order, ranking
}

// result is the best model, after an error none; where no epoch has come to an end, the one of the sentences seen. It
// says whether it was interrupted.
func (s *parserStage) result(ctx context.Context, err error) (*model.Parser, error) {
	if err == nil && s.best == nil {
		err = s.checkNorms()
	}
	if err != nil {
		return nil, err
	}
	m := s.best
	if m == nil {
		m = s.model(s.all())
	}
	m.Status = s.status
	return m, solver.Interrupted(ctx)
}
