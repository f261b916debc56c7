package onlinemkl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// The replications are the folds trained on, which have no training word in common. All rows are trained on the same
// folds: they are compared fold by fold.

// planned is the number of folds of the file, on which all rows are trained.
const planned = evidence.From(dataset.OCRFolds)

// judge is what a criterion asks for.
type judge = func(*reproduce.Table, *reproduce.Record) reproduce.Finding

// byFold returns the values of a key for some rows; ok is false where they are not all of the same folds.
func byFold(
	t *reproduce.Table, of *reproduce.Value[summary, []float64], ids []string,
) (values map[string][]float64, ok bool) {
	values = map[string][]float64{}
	for _, id := range ids {
		r, _ := t.Row(id)
		values[id] = of.In(r)
		if len(values[id]) == 0 || len(values[id]) != len(values[ids[0]]) {
			return nil, false
		}
	}
	return values, true
}

// below says that rows are so many points below another.
type below struct {
	points float64
	rows   []string
}

// accuracies judges that a row is above others by so many points, each of them.
func accuracies(id string, others below) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		v, ok := byFold(t, ofFolds, append([]string{id}, others.rows...))
		if !ok {
			return reproduce.Finding{}
		}
		var effects []evidence.Effect
		var against []string
		for _, other := range others.rows {
			effects = append(effects, pointsAbove(v, id, other, others.points))
			against = append(against, fmt.Sprintf("%s (%s)", meanOf(v[other]), short(other)))
		}
		return planned.All(fmt.Sprintf("%s against %s", meanOf(v[id]), strings.Join(against, ", ")), effects...)
	}
}

// pointsAbove is the effect that a row is above another by so many points.
func pointsAbove(v map[string][]float64, id, other string, points float64) evidence.Effect {
	name := fmt.Sprintf("%s above %s", short(id), short(other))
	switch {
	case points > 0:
		name += fmt.Sprintf(" by %g points", points)
	case points < 0:
		name = fmt.Sprintf("%s at most %g points below %s", short(id), -points, short(other))
	}
	return evidence.Paired(name, v[id], v[other], points)
}

// inOrder judges D-M3.
func inOrder(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
	v, ok := byFold(t, ofFolds, upper)
	if !ok {
		return reproduce.Finding{}
	}
	var effects []evidence.Effect
	for _, pair := range [][2]string{
		{"mkl-lqg", "quadratic"}, {"quadratic", "average-lqg"}, {"quadratic", "gaussian"}, {"average-lqg", "linear"},
		{"gaussian", "linear"},
	} {
		effects = append(effects, pointsAbove(v, pair[0], pair[1], 0))
	}
	mean := func(id string) string { return meanOf(v[id]) }
	return planned.All(fmt.Sprintf("%s, %s, {%s, %s}, %s", mean("mkl-lqg"), mean("quadratic"), mean("average-lqg"),
		mean("gaussian"), mean("linear")), effects...)
}

// onMoreFolds judges D-M1 on all folds there are of each row.
func onMoreFolds(t *reproduce.Table, rec *reproduce.Record) reproduce.Finding {
	more, ok := byFold(t, ofFolds, moreRows)
	ten, there := byFold(rec.Table(tableRuleOnce), ofFolds, upper)
	if !ok || !there {
		return reproduce.Finding{}
	}
	effects := []evidence.Effect{pointsAbove(more, regretRow, "quadratic", 2)}
	for _, id := range upper {
		if !slices.Contains(moreRows, id) {
			effects = append(effects, pointsAbove(ten, regretRow, id, 2))
		}
	}
	return planned.All(fmt.Sprintf("%s against %s (Q) on %d folds; the others as on ten", meanOf(more[regretRow]),
		meanOf(more["quadratic"]), len(more["quadratic"])), effects...)
}

// onTenFolds judges D-M1. Where there are more folds, how many would decide it is known better from those.
func onTenFolds(j judge) judge {
	return func(t *reproduce.Table, rec *reproduce.Record) reproduce.Finding {
		f, more := j(t, rec), rec.Table(tableMoreFolds)
		if t.ID == tableRuleOnce && more != nil && f.Verdict == reproduce.Open {
			f.Needed = onMoreFolds(more, rec).Needed
		}
		return f
	}
}

// slower says that something takes at most so many times as long as a row.
type slower struct {
	times float64
	row   string
}

// times judges that a row is trained in at most so many times the time of others, each of them.
func times(id string, others ...slower) judge {
	ids := []string{id}
	for _, other := range others {
		ids = append(ids, other.row)
	}
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		v, ok := byFold(t, trainedOnFolds, ids)
		if !ok {
			return reproduce.Finding{}
		}
		var effects []evidence.Effect
		var ratios []string
		for _, other := range others {
			left := make([]float64, len(v[id]))
			for i, seconds := range v[other.row] {
				left[i] = other.times*seconds - v[id][i]
			}
			effects = append(effects, evidence.AtLeast(fmt.Sprintf("%s in %.3g times the seconds of %s", short(id), other.times,
				short(other.row)), left, 0))
			a, _ := reproduce.MeanSpread(v[id])
			b, _ := reproduce.MeanSpread(v[other.row])
			ratios = append(ratios, fmt.Sprintf("%.2f times the %s s of %s", a/b, meanOf(v[other.row]), short(other.row)))
		}
		return planned.All(fmt.Sprintf("%s s, %s", meanOf(v[id]), strings.Join(ratios, ", ")), effects...)
	}
}

// meanOf writes the mean of values over the folds.
func meanOf(values []float64) string {
	mean, _ := reproduce.MeanSpread(values)
	return fmt.Sprintf("%.2f", mean)
}
