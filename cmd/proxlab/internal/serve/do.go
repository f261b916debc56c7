package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// do is the answer.
func (s *server) do(ctx context.Context, a ask, with arrays) (*answer, error) {
	switch a.Op {
	case "hello":
		kernel, _ := linalg.Kernel() //nolint:errcheck // the command has said what is wrong with it
		return &answer{greeting: &greeting{
			version, s.version(), os.Getpid(), runtime.GOMAXPROCS(0), kernel, words.LossWords(), words.PenaltyWords(),
			solvers(),
		}}, nil
	case "command":
		return s.command(ctx, a)
	case "drop":
		s.state.Lock()
		defer s.state.Unlock()
		for _, name := range a.Drop {
			delete(s.data, name)
			delete(s.ready, name)
		}
		return &answer{}, nil
	}
	data, err := s.dataOf(a, with)
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(data)
	switch a.Op {
	case "put":
		s.state.Lock()
		defer s.state.Unlock()
		s.data[a.Keep] = data
		return &answer{}, nil
	case "predict":
		return predict(data, with)
	case "machine":
		return learnMachine(ctx, a.Machine, data)
	case "matrix":
		return learnMatrix(ctx, a.Matrix, data, with)
	case "expand":
		return expand(ctx, a.Machine, data, with)
	case "prepare", "fit", "path", "folds", "lambda_max", "certify":
	default:
		return nil, fmt.Errorf("%.40q is no request", a.Op)
	}
	p, release, err := s.prepare(ctx, a, data, with)
	if err != nil {
		return nil, err
	}
	defer release()
	return s.fit(ctx, a, p, with)
}

func solvers() (out []string) {
	for _, m := range fit.Methods() {
		out = append(out, m.Name)
	}
	return out
}

// dataOf are the request's data; those of what is prepared where it names that.
func (s *server) dataOf(a ask, with arrays) (*held, error) {
	s.state.Lock()
	kept, known := s.data[a.Data]
	of := s.ready[a.Prepared]
	s.state.Unlock()
	switch {
	case a.Prepared != "" && of == nil:
		return nil, fmt.Errorf("nothing was prepared as %.80q", a.Prepared)
	case a.Prepared != "":
		return of.of, nil
	case a.Data != "" && !known:
		return nil, fmt.Errorf("there are no data %.80q", a.Data)
	}
	return a.over(kept, with)
}

// prepare is the problem that is ready, and what gives it back.
func (s *server) prepare(ctx context.Context, a ask, data *held, with arrays) (p *prepared, release func(), err error) {
	if a.Prepared != "" {
		s.state.Lock()
		p = s.ready[a.Prepared]
		s.state.Unlock()
		if p == nil {
			return nil, nil, fmt.Errorf("nothing is prepared as %.80q any more", a.Prepared)
		}
		select {
		case <-p.free:
			return p, func() { p.free <- struct{}{} }, nil
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
	problem, err := s.parsed.problem(a, with, data.outputs > 1 || data.Task != nil)
	if err != nil {
		return nil, nil, err
	}
	made, err := ready(ctx, problem, data)
	if err != nil {
		return nil, nil, err
	}
	p = &prepared{data, made, make(chan struct{}, 1)}
	if a.Op == "prepare" {
		p.free <- struct{}{}
		s.state.Lock()
		s.ready[a.Keep] = p
		s.state.Unlock()
	}
	return p, func() {}, nil
}

// fit asks for what the request wants of a problem.
func (s *server) fit(ctx context.Context, a ask, p *prepared, with arrays) (*answer, error) {
	at := p.fit
	defer func(was fit.Linear) { at.Linear = was }(at.Linear) // λ, where it starts, and who watches are the request's
	if a.Lambda != nil {
		at.Lambda = *a.Lambda
	}
	_, d := p.of.X.Dims()
	k := max(1, len(with.floats["coef"])/max(1, d))
	switch a.Op {
	case "prepare":
		return &answer{}, nil
	case "lambda_max":
		least, most, err := at.LambdaMaxBetween(ctx)
		return &answer{LambdaMax: []*float64{finite(most), finite(least)}}, err
	case "certify":
		m, err := at.Certify(ctx, with.floats["coef"], with.floats["intercept"])
		if err != nil {
			return nil, err
		}
		return answerOf(m), nil
	case "folds":
		return folds(ctx, a, at, with)
	}
	at.Start = with.model(d, k)
	course := &course{send: func(p *progress) { s.send(a.ID, &answer{Kind: "event", progress: p}) }}
	defer course.follow(at, a.Events)()
	var models []*model.Linear
	var err error
	if a.Op == "fit" {
		var m *model.Linear
		m, err = at.Fit(ctx)
		models = []*model.Linear{m}
	} else {
		var path []choose.Strength
		if path, err = strengths(a, at); err == nil {
			models, err = course.along(ctx, at, path)
		}
	}
	models = slices.DeleteFunc(models, func(m *model.Linear) bool { return m == nil })
	if err != nil && (len(models) == 0 || !errors.Is(err, context.Canceled)) {
		return nil, err
	}
	return answerOf(models...), nil
}

// strengths are those of a path.
func strengths(a ask, p *fit.Prepared) ([]choose.Strength, error) {
	count := max(len(a.Lambdas), len(a.Mus))
	if count == 0 || a.Lambdas != nil && a.Mus != nil && len(a.Lambdas) != len(a.Mus) {
		return nil, fmt.Errorf("a path of %d λ and %d μ: as many of both are due, or one of them alone", len(a.Lambdas),
			len(a.Mus))
	}
	out := make([]choose.Strength, count)
	for i := range out {
		out[i].Mu = p.Mu
		if a.Lambdas != nil {
			out[i].Lambda = a.Lambdas[i]
		}
		if a.Mus != nil {
			out[i].Mu = a.Mus[i]
		}
	}
	return out, choose.Grid{out}.Check(p.Penalty != nil)
}

// folds validates.
func folds(ctx context.Context, a ask, p *fit.Prepared, with arrays) (*answer, error) {
	path, err := strengths(a, p)
	if err != nil {
		return nil, err
	}
	var split []choose.Fold
	if a.Folds > 0 {
		split, err = choose.Split(p, choose.Splits{Folds: a.Folds})
	} else {
		split, err = with.split()
	}
	if err != nil {
		return nil, err
	}
	v, err := choose.Validate(ctx, p, choose.Grid{path}, split)
	if err != nil {
		return nil, err
	}
	return answerTo(v), nil
}

// split are the folds of the arrays.
func (with arrays) split() (out []choose.Fold, err error) {
	part := func(name string, k int) []int {
		ptr, all := with.ints[name+"_ptr"], with.ints[name]
		if k+1 >= len(ptr) || ptr[k] < 0 || ptr[k] > ptr[k+1] || ptr[k+1] > len(all) {
			err = fmt.Errorf("fold %d has no examples in %s", k+1, name)
			return nil
		}
		return all[ptr[k]:ptr[k+1]]
	}
	for k := range max(0, len(with.ints["test_ptr"])-1) {
		out = append(out, choose.Fold{Train: part("train", k), Test: part("test", k)})
	}
	if len(out) < 2 && err == nil {
		err = errors.New("two folds are due at least")
	}
	return out, err
}

// predict is XW + b.
func predict(data *held, with arrays) (*answer, error) {
	_, d := data.X.Dims()
	k := len(with.floats["coef"]) / max(1, d)
	m := with.model(d, k)
	if k == 0 || len(m.Weights) != d*k || len(m.Intercept) != 0 && len(m.Intercept) != k {
		return nil, fmt.Errorf("%d weights and %d intercepts are none of %d features", len(with.floats["coef"]),
			len(with.floats["intercept"]), d)
	}
	if len(m.Intercept) == 0 {
		m.Intercept = nil
	}
	scores, err := m.Scores(data.X)
	if err != nil {
		return nil, err
	}
	out := &answer{}
	out.with("scores", scores.Data)
	return out, nil
}
