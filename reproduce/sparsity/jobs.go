package sparsity

import (
	"context"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/datasets"
)

// add makes the jobs and rows of the tables wanted.
func (r *runner) add(ctx context.Context) error {
	if r.tables[tableTheory] != nil {
		r.addTheory()
	}
	if r.tables[tableFigure1] != nil {
		r.addFigure1()
	}
	if r.tables[tableSchool] != nil {
		if err := r.addSchools(ctx); err != nil {
			return err
		}
	}
	if r.tables[tableFigure3] != nil || r.tables[tableRules] != nil {
		r.addRules()
	}
	if r.tables[tableFigure2] != nil {
		r.addTrials(tableFigure2, instanceOf(multitask), r.plan.dims, r.plan.examples)
	}
	for _, in := range instances {
		if r.tables[tableInstances] != nil && in.id != multitask && wantsInstance(r.c, in.id) {
			r.addTrials(tableInstances, in, []int{r.plan.otherDim}, r.plan.others)
		}
	}
	if r.tables[tablePenalties] != nil {
		r.addPenalties()
	}
	if r.tables[tableImages] != nil {
		return r.addImages(ctx)
	}
	return nil
}

// seedOf a replication: those of different seeds have nothing in common.
func (r *runner) seedOf(replication int) uint64 {
	return r.c.Seed*1000 + uint64(replication) // not negative
}

func (r *runner) addFigure1() {
	for _, tasks := range r.plan.tasks {
		for _, n := range r.plan.sizes {
			var slots []*slot[Errors]
			for k := range r.plan.replications {
				x := r.plan.together
				x.Tasks, x.N, x.Seed = tasks, n, r.seedOf(k)
				slots = append(slots, fill(r, fmt.Sprintf("Figure 1: %d tasks of %d examples", tasks, n),
					func(ctx context.Context) (Errors, error) { return x.run(ctx, r.c) }))
			}
			r.row(tableFigure1, fmt.Sprintf("%d-%d", tasks, n), func() (datasets.Source, map[string]any) {
				return compared(filled(slots), map[string]any{
					"tasks": float64(tasks),
					"n":     float64(n),
					"d":     float64(r.plan.together.D),
				})
			})
		}
	}
}

func (r *runner) addSchools(ctx context.Context) error {
	var slots []*slot[Errors]
	for split := 1; split <= r.plan.splits; split++ {
		train, test, found, err := loadSchool(ctx, r.c.Data, split)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		x := schools{Split: split, Folds: 3, Shares: r.plan.schoolShares, SHA256: train.Source.SHA256, Seed: r.c.Seed}
		slots = append(slots, fill(r, fmt.Sprintf("schools, split %d", split),
			func(ctx context.Context) (Errors, error) { return x.run(ctx, r.c, train, test) }))
	}
	if len(slots) == 0 {
		r.row(tableSchool, "school", func() (datasets.Source, map[string]any) {
			return datasets.Source{Name: "school", Kind: datasets.Real}, map[string]any{"status": "data not available"}
		})
		return nil
	}
	r.row(tableSchool, "school",
		func() (datasets.Source, map[string]any) { return compared(filled(slots), map[string]any{}) })
	return nil
}

// addTrials adds the μ study on an instance.
func (r *runner) addTrials(table string, in instance, dims, examples []int) {
	for _, d := range dims {
		for _, n := range examples {
			for _, alpha := range r.plan.alphas {
				slots := r.trials(trial{
					Instance: in.id,
					D:        d,
					N:        n,
					Alpha:    alpha,
					Rules:    []string{fixed, guarded},
				}, fmt.Sprintf("%s, d = %d, n = %d, α = %g", in.title, d, n, alpha))
				r.row(table, fmt.Sprintf("%s/%d-%d-%g", in.id, d, n, alpha), func() (datasets.Source, map[string]any) {
					return tried(filled(slots), map[string]any{
						"instance": in.id,
						"d":        float64(d),
						"n":        float64(n),
						"alpha":    alpha,
						"relevant": float64(in.relevant),
					})
				})
			}
		}
	}
}

func (r *runner) trials(t trial, label string) (slots []*slot[Outcome]) {
	for k := range r.plan.replications {
		one := t
		one.Seed = r.seedOf(k)
		slots = append(slots, fill(r, label, func(ctx context.Context) (Outcome, error) { return one.run(ctx, r.c) }))
	}
	return slots
}

// addRules counts the iterations of all rules at the parameters chosen for μ = 0, for Figure 3 and beyond it.
func (r *runner) addRules() {
	for _, d := range r.plan.stepDims {
		for _, n := range r.plan.stepExamples {
			slots := r.trials(trial{Instance: multitask, D: d, N: n, Rules: ruleOrder},
				fmt.Sprintf("step rules, d = %d, n = %d", d, n))
			if r.tables[tableFigure3] != nil {
				r.row(tableFigure3, fmt.Sprintf("%d-%d", d, n), func() (datasets.Source, map[string]any) {
					return ratios(filled(slots), map[string]any{"d": float64(d), "n": float64(n)})
				})
			}
			if r.tables[tableRules] != nil {
				for _, rule := range ruleOrder {
					r.row(tableRules, fmt.Sprintf("%d-%d-%s", d, n, rule), func() (datasets.Source, map[string]any) {
						return counted(filled(slots), rule, map[string]any{"d": float64(d), "n": float64(n), "rule": rule})
					})
				}
			}
		}
	}
}

func (r *runner) addTheory() {
	source := datasets.Source{Name: "shared-features", Kind: datasets.Synthetic}
	for _, alpha := range paperAlphas[1:] {
		slots := []*slot[contraction]{}
		for k := range r.plan.replications {
			slots = append(slots, fill(r, "contraction factors",
				func(ctx context.Context) (contraction, error) { return measureContraction(ctx, alpha, r.seedOf(k)) }))
		}
		r.row(tableTheory, fmt.Sprintf("contraction-%g", alpha),
			func() (datasets.Source, map[string]any) { return source, contracted(filled(slots), alpha) })
	}
	for _, times := range []float64{1, 2, 4} {
		slots := []*slot[[2]float64]{}
		for k := range r.plan.replications {
			slots = append(slots, fill(r, "the projection", func(context.Context) ([2]float64, error) {
				increase, excess := projectionSteps(times, 2000, r.seedOf(k))
				return [2]float64{increase, excess}, nil
			}))
		}
		r.row(tableTheory, fmt.Sprintf("projection-%g", times), func() (datasets.Source, map[string]any) {
			return datasets.Source{Name: "random groups", Kind: datasets.Synthetic}, projected(filled(slots), times)
		})
	}
}

func (r *runner) addPenalties() {
	for _, truth := range []string{interval, beginning} {
		for _, penalty := range penaltyOrder {
			var slots []*slot[Path]
			for k := range r.plan.replications {
				x := structures{
					Features: r.plan.features,
					N:        2 * r.plan.features / 3,
					Truth:    truth,
					Penalty:  penalty,
					Steps:    r.plan.steps,
					Seed:     r.seedOf(k),
				}
				slots = append(slots, fill(r, fmt.Sprintf("%s, %s", truth, penaltyTitles[penalty]),
					func(ctx context.Context) (Path, error) { return x.run(ctx, r.c) }))
			}
			r.row(tablePenalties, truth+"/"+penalty, func() (datasets.Source, map[string]any) {
				return followed(r.rec, truth, penalty, filled(slots))
			})
		}
	}
}

func (r *runner) addImages(ctx context.Context) error {
	pictures, err := loadPictures(ctx, r.c, r.plan)
	if err != nil {
		return err
	}
	for _, p := range pictures {
		for _, sigma := range r.plan.sigmas {
			x := denoising{
				Picture: p.Source.Name,
				SHA256:  p.Source.SHA256,
				Side:    r.plan.side,
				Sigma:   sigma,
				Lambdas: lambdasFor(sigma, r.plan.lambdas),
				Tol:     1e-4,
				Seed:    r.c.Seed,
			}
			s := fill(r, fmt.Sprintf("total variation: %s, noise %g", p.Source.Name, sigma),
				func(ctx context.Context) (Denoised, error) { return x.run(ctx, r.c, p) })
			r.row(tableImages, fmt.Sprintf("%s-%g", p.Source.Name, sigma), func() (datasets.Source, map[string]any) {
				if !s.full {
					return p.Source, nil
				}
				if shown(r.plan, p.Source.Name, sigma) {
					addPicture(r.rec, p, s.value)
				}
				return p.Source, denoised(p, x, s.value)
			})
		}
	}
	return nil
}

// shown tells whether a picture is kept with the record: the first of the plan and the phantom, at the middle noise.
func shown(p plan, picture string, sigma float64) bool {
	return sigma == p.sigmas[len(p.sigmas)/2] && (picture == "phantom" || slices.Index(p.pictures, picture) < 1)
}
