package sparsity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// What learning tasks together gains: Figure 1.

const onFigure1 = "section 5.2, Figure 1"

var claimsOnTasks = slices.Concat(
	ofGains(reproduce.Criterion{
		ID: "D-S1a", Paper: "γ > 0",
		Statement: "This experiment confirms the effectiveness of multitask learning",
		Rule:      "γ is positive on average for every number of tasks and every n",
	}, effective),
	ofGains(reproduce.Criterion{
		ID: "D-S1b", Paper: "growing",
		Statement: "the relative difference between test error increases with the number of tasks",
		Rule: "for every n, mean γ falls by at most 0.02 from each number of tasks to the next, which is flat to the eye, " +
			"and is larger for the most tasks than for the fewest",
	}, func(g gains) []evidence.Effect { return g.along(keyN, keyTasks, 0, grows) }),
	ofGains(reproduce.Criterion{
		ID: "D-S1-ends", Paper: "larger",
		Statement: "the advantage of combining multiple tasks is larger when the number of task is large",
		Rule:      "for every n, mean γ is larger for the most tasks than for the fewest",
	}, func(g gains) []evidence.Effect { return g.along(keyN, keyTasks, 0, lastAboveFirst) }),
	ofGains(reproduce.Criterion{
		ID: "D-S2", Paper: "larger", Statement: "such effect is more evident with small training sets",
		Rule: "for every number of tasks, mean γ is larger at the least n than at the largest",
	}, func(g gains) []evidence.Effect { return g.along(keyTasks, keyN, 0, firstAboveLast) }),
	ofGains(reproduce.Criterion{
		ID: "D-S2-many", Paper: "larger", Statement: "such effect is more evident with small training sets",
		Rule: "for every number of tasks of four or more, mean γ is larger at the least n than at the largest",
	}, func(g gains) []evidence.Effect { return g.along(keyTasks, keyN, 4, firstAboveLast) }),
)

// The readings of the mean over replications.
var (
	meanOfRatios = reproduce.Reading{
		Name: "mean of ratios", Rank: reproduce.Inferred,
		Reason: "“γ = (err_S − err_M)/err_S” is taken of each replication, and the mean is over its values.",
	}
	ratioOfMeans = reproduce.Reading{
		Name: "ratio of means", Rank: reproduce.Inferred,
		Reason: "“where err_M is the multi-task error and err_S is the single task error”: γ is taken of the mean errors " +
			"over replications.",
	}
)

// gains are the rows of Figure 1, with γ by replication under a reading.
type gains struct {
	grid
	gamma func(single, multi []float64) []float64
}

// ofGains returns a criterion under both readings.
func ofGains(c reproduce.Criterion, effects func(gains) []evidence.Effect) []reproduce.Criterion {
	c.Where, c.Table, c.Figure = onFigure1, tableFigure1, tableFigure1
	under := func(r reproduce.Reading, gamma func(single, multi []float64) []float64) reproduce.Criterion {
		c.Judge = func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
			g := gains{gridOf(t), gamma}
			return planned.All(g.String(), effects(g)...)
		}
		return c.Under(r)
	}
	return []reproduce.Criterion{under(meanOfRatios, gammas), under(ratioOfMeans, gammaOfMeans)}
}

// of returns γ by replication.
func (g gains) of(r reproduce.Row) []float64 {
	return g.gamma(singles.In(r), multis.In(r))
}

// String lists γ over the number of tasks.
func (g gains) String() string {
	var ours []string
	for _, n := range g.values(keyN) {
		var course []float64
		for _, r := range g.line(keyTasks, position{keyN: n}) {
			course = append(course, evidence.AtLeast("", g.of(r), 0).Mean)
		}
		ours = append(ours, fmt.Sprintf("n = %.0f: %s", n, list(course, 3)))
	}
	return fmt.Sprintf("γ over tasks = %s; %s", list(g.values(keyTasks), 0), strings.Join(ours, "; "))
}

func effective(g gains) (out []evidence.Effect) {
	for _, r := range g.rows {
		out = append(out, evidence.AtLeast(fmt.Sprintf("γ above 0 at %s", sizeOf(r)), g.of(r), 0))
	}
	return out
}

// along gathers the effects of the courses along a column for every value, from the least on, of another.
func (g gains) along(
	over, column reproduce.Key[float64], least float64, effects func(g gains, course []reproduce.Row) []evidence.Effect,
) (out []evidence.Effect) {
	for _, v := range g.values(over) {
		if v >= least {
			out = append(out, effects(g, g.line(column, position{over: v}))...)
		}
	}
	return out
}

// flatGamma is by how much a mean γ may fall in a step and still count as no fall.
const flatGamma = 0.02

func grows(g gains, course []reproduce.Row) []evidence.Effect {
	out := lastAboveFirst(g, course)
	for k := 1; k < len(course); k++ {
		out = append(out, g.above(course[k], course[k-1], -flatGamma))
	}
	return out
}

func lastAboveFirst(g gains, course []reproduce.Row) []evidence.Effect {
	return []evidence.Effect{g.above(course[len(course)-1], course[0], 0)}
}

func firstAboveLast(g gains, course []reproduce.Row) []evidence.Effect {
	return []evidence.Effect{g.above(course[0], course[len(course)-1], 0)}
}

// above returns the effect that γ is above that of another row by at least by.
func (g gains) above(row, other reproduce.Row, by float64) evidence.Effect {
	name := fmt.Sprintf("γ at %s above that at %s", sizeOf(row), sizeOf(other))
	if by != 0 {
		name += fmt.Sprintf(" less %g", -by)
	}
	return above(name, g.of(row), g.of(other), by)
}

func sizeOf(r reproduce.Row) string {
	return fmt.Sprintf("%.0f tasks, n = %.0f", keyTasks.In(r), keyN.In(r))
}
