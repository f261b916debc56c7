package sparsity

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/imagefiles"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// study is the study in the making, at some extent.
type study struct {
	*reproduce.Draft
	extent
}

// plan adds the tasks and rows of the tables wanted.
func (s study) plan() error {
	for _, of := range []struct {
		tables []string
		add    func() error
	}{
		{[]string{tableTheory}, s.addTheory},
		{[]string{tableFigure1}, s.addFigure1},
		{[]string{tableSchool}, s.addSchools},
		{[]string{tableFigure3, tableRules}, s.addRules},
		{[]string{tableFigure2}, func() error { return s.addTrials(tableFigure2, multitask, s.dims, s.examples) }},
		{[]string{tableFigure2Centred}, func() error {
			return s.addTrials(tableFigure2Centred, multitask, s.dims, s.examples)
		}},
		{[]string{tableInstances}, func() error { return s.addInstances(tableInstances) }},
		{[]string{tableInstancesCentred}, func() error { return s.addInstances(tableInstancesCentred) }},
		{[]string{tablePenalties}, s.addPenalties},
		{[]string{tableImages}, s.addImages},
	} {
		if !s.Wants(of.tables...) {
			continue
		}
		if err := of.add(); err != nil {
			return err
		}
	}
	return nil
}

// experiment is what is done in a task. Its fields are the task's key.
type experiment[T any] interface {
	run(ctx context.Context) (T, error)
}

// demanding is an experiment that knows what its results must be like: of which lengths.
type demanding[T any] interface{ check(T) error }

func add[T any](s study, t plan.Task, x experiment[T]) *plan.Result[T] {
	t.Key = x
	out := plan.Add(s.Plan, t, x.run)
	if d, ok := x.(demanding[T]); ok {
		out.Checked(d.check)
	}
	return out
}

// replicate adds the replications of an experiment. Those of different seeds have nothing in common.
func replicate[T any](s study, times int, t plan.Task, of func(seed uint64) experiment[T]) []*plan.Result[T] {
	out := make([]*plan.Result[T], times)
	for k := range out {
		out[k] = add(s, t, of(s.Seed*1000+uint64(k))) // k is not negative
	}
	return out
}

func (s study) addFigure1() error {
	for _, tasks := range s.tasks {
		for _, n := range s.sizes {
			about := plan.Task{
				Label: fmt.Sprintf("Figure 1: %d tasks of %d examples", tasks, n),
				Cost:  float64(tasks*s.together.D*(100+n)) / 1e5,
			}
			found := replicate(s, s.in(cell{tableFigure1, tasks, n}), about, func(seed uint64) experiment[Errors] {
				return comparison{Tasks: tasks, D: s.together.D, Relevant: s.together.Relevant, N: n, Seed: seed}
			})
			s.Row(tableFigure1, fmt.Sprintf("%d-%d", tasks, n), func() (datasets.Source, reproduce.Values) {
				return rowOf(figure1Fields, ofErrors, point{tasks: tasks, n: n, d: s.together.D}, plan.Filled(found))
			})
		}
	}
	return nil
}

func (s study) addSchools() error {
	var found []*plan.Result[Errors]
	for split := 1; split <= s.splits && s.Data != datasets.OnlySynthetic; split++ {
		sums, err := datasets.AtHand("school", 0, split)
		var missing *datasets.NotFoundError
		switch {
		case errors.As(err, &missing):
			continue
		case err != nil:
			return err
		}
		about := plan.Task{Label: fmt.Sprintf("schools, split %d", split), Cost: 4, Memory: 64 << 20}
		found = append(found,
			add(s, about, schools{Split: split, Folds: 3, Shares: s.schoolShares, Checksums: sums, Seed: s.Seed}))
	}
	if len(found) == 0 {
		s.Missing(tableSchool, "school", "school", nil)
		return nil
	}
	s.Row(tableSchool, "school", func() (datasets.Source, reproduce.Values) {
		return rowOf(schoolFields, ofErrors, point{}, plan.Filled(found))
	})
	return nil
}

// addTrials adds the μ study on an instance, with features as the table has them.
func (s study) addTrials(table, id string, dims, examples []int) error {
	in, centred := instanceOf(id), table == tableFigure2Centred || table == tableInstancesCentred
	features := ""
	if centred {
		features = ", centred"
	}
	for _, d := range dims {
		for _, n := range examples {
			for _, alpha := range s.alphas {
				found := s.trials(s.in(cell{table, d, n}),
					trial{Instance: id, D: d, N: n, Alpha: alpha, Rules: []string{fixed, guarded}, Centred: centred},
					fmt.Sprintf("%s%s, d = %d, n = %d, α = %g", in.title, features, d, n, alpha))
				s.Row(table, fmt.Sprintf("%s/%d-%d-%g", id, d, n, alpha), func() (datasets.Source, reproduce.Values) {
					at := point{instance: id, d: d, n: n, alpha: alpha, relevant: in.relevant}
					return rowOf(trialFields, ofOutcome, at, plan.Filled(found))
				})
			}
		}
	}
	return nil
}

// trials adds the replications of a trial.
func (s study) trials(times int, t trial, label string) []*plan.Result[Outcome] {
	about := plan.Task{Label: label, Cost: float64(t.D*len(t.Rules)) / 1000, Memory: float64(100e3 * t.D)}
	if t.Centred { // the examples are copied
		about.Memory *= 1.5
	}
	return replicate(s, times, about, func(seed uint64) experiment[Outcome] {
		t.Seed = seed
		return t
	})
}

func (s study) addInstances(table string) error {
	var ids []string
	for _, in := range instances {
		ids = append(ids, in.id)
	}
	for _, id := range s.Named(ids) {
		if id == multitask {
			continue
		}
		if err := s.addTrials(table, id, []int{s.otherDim}, s.others); err != nil {
			return err
		}
	}
	return nil
}

// addRules counts the iterations of all rules at the parameters chosen for μ = 0, for Figure 3 and beyond it.
func (s study) addRules() error {
	for _, d := range s.stepDims {
		for _, n := range s.stepExamples {
			found := s.trials(s.in(cell{tableFigure3, d, n}), trial{Instance: multitask, D: d, N: n, Rules: ruleOrder},
				fmt.Sprintf("step rules, d = %d, n = %d", d, n))
			s.Row(tableFigure3, fmt.Sprintf("%d-%d", d, n), func() (datasets.Source, reproduce.Values) {
				return rowOf(ratioFields(), ofOutcome, point{d: d, n: n}, plan.Filled(found))
			})
			for _, rule := range ruleOrder {
				s.Row(tableRules, fmt.Sprintf("%d-%d-%s", d, n, rule), func() (datasets.Source, reproduce.Values) {
					return rowOf(ruleFields, ofOutcome, point{d: d, n: n, rule: rule}, plan.Filled(found))
				})
			}
		}
	}
	return nil
}

func (s study) addTheory() error {
	for _, alpha := range paperAlphas[1:] {
		about := plan.Task{Label: "contraction factors", Cost: 0.01}
		found := replicate(s, s.replications, about, func(seed uint64) experiment[Contraction] {
			return contracting{Alpha: alpha, Seed: seed, Shown: seed == s.Seed*1000}
		})
		s.Row(tableTheory, fmt.Sprintf("contraction-%g", alpha), func() (datasets.Source, reproduce.Values) {
			from := drawnFrom[Contraction]("shared-features")
			return rowOf(contractionFields, from, point{alpha: alpha}, plan.Filled(found))
		})
		s.Curves(func() []reproduce.Curve {
			c, _ := found[0].Get()
			return courseCurve(fmt.Sprintf("contraction-%g", alpha), contractionCourse, c.Course)
		})
	}
	for _, times := range projectionTimes {
		about := plan.Task{Label: "the projection", Cost: 0.01}
		found := replicate(s, s.replications, about, func(seed uint64) experiment[Projection] {
			return projecting{Times: times, Steps: 2000, Seed: seed, Shown: seed == s.Seed*1000}
		})
		s.Row(tableTheory, fmt.Sprintf("projection-%g", times), func() (datasets.Source, reproduce.Values) {
			from := drawnFrom[Projection]("random groups")
			return rowOf(projectionFields, from, point{times: times}, plan.Filled(found))
		})
		s.Curves(func() []reproduce.Curve {
			p, _ := found[0].Get()
			return courseCurve(fmt.Sprintf("projection-%g", times), projectionCourse, p.Course)
		})
	}
	return nil
}

func (s study) addPenalties() error {
	for _, truth := range []string{interval, beginning} {
		for _, penalty := range penaltyOrder {
			x := structures{Features: s.features, N: 2 * s.features / 3, Truth: truth, Penalty: penalty, Steps: s.steps}
			about := plan.Task{Label: fmt.Sprintf("%s, %s", truth, penaltyTitles[penalty]), Cost: float64(s.steps) / 200}
			found := replicate(s, s.replications, about, func(seed uint64) experiment[Path] {
				x.Seed = seed
				return x
			})
			s.Row(tablePenalties, truth+"/"+penalty, func() (datasets.Source, reproduce.Values) {
				from := drawnFrom[Path]("features in a row")
				return rowOf(penaltyFields, from, point{truth: truth, penalty: penalty}, plan.Filled(found))
			})
			s.Curves(func() []reproduce.Curve { return pathCurves(plan.Filled(found), truth, penalty) })
		}
	}
	return nil
}

// addImages adds the pictures that are at hand, and the phantom.
func (s study) addImages() error {
	for k, name := range s.pictures {
		if s.Data == datasets.OnlySynthetic {
			break
		}
		sums, err := datasets.AtHand("images-grey", slices.Index(imagefiles.GreyImages, name))
		var missing *datasets.NotFoundError
		switch {
		case errors.As(err, &missing):
			s.Notice("picture %s: %v", name, err)
			continue
		case err != nil:
			return err
		}
		s.addImage(name, sums, s.side, k == 0)
	}
	s.addImage(phantom, "", min(s.side, phantomSide), true)
	return nil
}

// addImage adds a picture with all its levels of noise. Where it is to be shown, it is with the middle one.
func (s study) addImage(picture, sums string, side int, shown bool) {
	for k, sigma := range s.sigmas {
		about := plan.Task{
			Label: fmt.Sprintf("total variation: %s, noise %g", picture, sigma),
			Cost:  float64(side*side*s.lambdas) / 4e5, Memory: float64(400 * side * side),
		}
		x := denoising{
			Picture: picture, Checksums: sums, Side: side, Sigma: sigma, Lambdas: lambdasFor(sigma, s.lambdas), Tol: 1e-4,
			Seed: s.Seed, Shown: shown && k == len(s.sigmas)/2,
		}
		found := add(s, about, x)
		s.Row(tableImages, fmt.Sprintf("%s-%g", picture, sigma), func() (datasets.Source, reproduce.Values) {
			d, ok := found.Get()
			if !ok {
				return datasets.Source{}, nil
			}
			return d.Source, imageFields.Values(shot{x, d})
		})
		s.Curves(func() []reproduce.Curve {
			if d, ok := found.Get(); ok && x.Shown {
				return []reproduce.Curve{pictureCurve(d)}
			}
			return nil
		})
	}
}
