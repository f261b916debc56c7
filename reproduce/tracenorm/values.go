package tracenorm

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// raced are the courses of a method in a panel or on a set.
type raced struct {
	method, where string
	share         float64 // λ/λ_max
	all           []pairing
}

func (x raced) rep() replication { return x.all[0].rep }

func (x raced) each(of func(p pairing) float64) []float64 { return reproduce.Each(x.all, of) }

// The keys that several tables have.
const (
	keySet          reproduce.Key[string]  = "set"
	keyPanel        reproduce.Key[string]  = "panel"
	keyMethod       reproduce.Key[string]  = "method"
	keyLambda       reproduce.Key[float64] = "lambda"
	keyShare        reproduce.Key[float64] = "share"
	keyReplications reproduce.Key[float64] = "replications"
	keyRank         reproduce.Key[float64] = "rank"
	keyGap          reproduce.Key[float64] = "gap"
	keyTestError    reproduce.Key[float64] = "test_error"
)

// How numbers and names are written.
var (
	whole  = reproduce.Decimals(0)
	one    = reproduce.Decimals(1)
	two    = reproduce.Decimals(2)
	three  = reproduce.Decimals(3)
	four   = reproduce.Decimals(4)
	method = reproduce.Left(func(r reproduce.Row, key string) string {
		if title := methodTitles[reproduce.Key[string](key).In(r)]; title != "" {
			return title
		}
		return "–"
	})
)

// median is a median over the courses.
func median(
	key reproduce.Key[float64], title string, f reproduce.Format, of func(p pairing) float64,
) *reproduce.Value[raced, float64] {
	return reproduce.Shown(key, title, f, func(x raced) float64 { return reproduce.Median(x.each(of)) })
}

// keyReached is that of the median work to an accuracy.
func keyReached(work string, share float64) reproduce.Key[float64] {
	return reproduce.Key[float64](accuracyKey(work, share))
}

// reached is the median work to an accuracy.
func reached(work string, share float64, title string, f reproduce.Format) reproduce.Field[raced] {
	return median(keyReached(work, share), title, f, func(p pairing) float64 { return reachedIn[work](p, share) })
}

// What rows of both figures have.
var (
	features   = reproduce.Kept("features", func(x raced) float64 { return float64(x.rep().Features) })
	outputs    = reproduce.Kept("outputs", func(x raced) float64 { return float64(x.rep().Outputs) })
	accuracyOf = reproduce.Shown("accuracy", "accuracy", reproduce.Short, func(x raced) float64 {
		return stat.GeometricMean(x.each(func(p pairing) float64 { return p.rep.above(p.course.least()) }), nil)
	})
	secondsOf   = median("seconds", "in s", one, func(p pairing) float64 { return last(p.course.CPU) })
	evaluations = median("evaluations", "evaluations", whole, func(p pairing) float64 { return last(p.course.Evals) })
	lipschitz   = reproduce.Kept("lipschitz", func(x raced) float64 {
		return map[string]float64{proxH: x.rep().Printed, proxTrue: x.rep().Lipschitz}[x.method]
	}).If(func(x raced) bool { return x.method == proxH || x.method == proxTrue })

	methodOf = reproduce.Shown(keyMethod, "method", method, func(x raced) string { return x.method })
	shareOfX = reproduce.Shown(keyShare, "λ/λ_max", four, func(x raced) float64 { return x.share })
	rank     = median(keyRank, "rank", whole, func(p pairing) float64 { return last(p.course.Rank) })
	terms    = median("atoms", "atoms", whole, func(p pairing) float64 { return last(p.course.Atoms) })
	count    = func(x raced) float64 { return float64(len(x.all)) }
	racedOn  = reproduce.Whole[raced]("data", reproduce.Data)
)

// racedKept are the values that both figures keep beside those shown: sizes, all accuracies and more of the points met.
func racedKept() reproduce.Fields[raced] {
	out := reproduce.Fields[raced]{
		features, outputs, lipschitz, reproduce.Kept(keyLambda, func(x raced) float64 { return x.rep().Lambda }),
		median("rank_most", "", whole, func(p pairing) float64 { return floats.Max(p.course.Rank) }),
		median(keyGap, "", whole, func(p pairing) float64 { return p.course.Gap / math.Abs(p.rep.Best) }),
		reproduce.Kept("objective", func(x raced) float64 {
			return reproduce.Mean(x.all, func(p pairing) float64 { return p.course.least() })
		}),
	}
	for _, share := range accuracies {
		out = append(out, reached(inSeconds, share, "", whole), reached(inIterations, share, "", whole))
	}
	return out
}

// The fields of the forms of Figures 1 and 2.
var (
	figure1Fields = append(reproduce.Fields[raced]{
		reproduce.Shown(keyPanel, "panel", reproduce.Plain, func(x raced) string { return x.where }), methodOf,
		reached(inSeconds, 1e-3, "1e-3: s", two), reached(inSeconds, 1e-4, "1e-4: s", two),
		reached(inSeconds, 1e-5, "1e-5: s", two), reached(inSeconds, 1e-6, "1e-6: s", two),
		accuracyOf, secondsOf, rank, terms,
		reached(inIterations, 1e-3, "1e-3: its", whole), reached(inIterations, 1e-5, "1e-5: its", whole), evaluations,
		shareOfX,
		reproduce.Shown(keyReplications, "replications", whole, count), racedOn,
	}, racedKept()...)

	figure2Fields = append(reproduce.Fields[raced]{
		reproduce.Shown(keySet, "set", reproduce.Plain, func(x raced) string { return x.where }), methodOf,
		reproduce.Shown(keyTestError, "test error (%)", reproduce.Right(spreadError), func(x raced) float64 {
			mean, _ := reproduce.MeanSpread(errorsAtEnd(x))
			return mean
		}),
		testErrorSpread,
		reached(inSeconds, 1e-2, "1e-2: s", three), reached(inSeconds, 1e-3, "1e-3: s", three),
		reached(inSeconds, 1e-5, "1e-5: s", three), accuracyOf, secondsOf, rank, terms, evaluations, shareOfX,
		reproduce.Shown("test_error_least", "least (%)", two,
			func(x raced) float64 { return errorOverWork(x.all).least().mean }),
		reproduce.Shown("test_error_least_at", "at s", three,
			func(x raced) float64 { return errorOverWork(x.all).least().cpu }),
		reproduce.Shown(keyReplications, "splits", whole, count), racedOn,
	}, slices.Concat(racedKept(), starts.fields(), low.fields())...)

	testErrorSpread = reproduce.Kept("test_error_spread", func(x raced) float64 {
		_, spread := reproduce.MeanSpread(errorsAtEnd(x))
		return spread
	})
)

func errorsAtEnd(x raced) []float64 {
	return x.each(func(p pairing) float64 { return last(p.course.TestError) })
}

// spreadError writes a test error with its spread over the splits, and over the random starts.
func spreadError(r reproduce.Row, _ string) string {
	out := figures.Number(keyTestError.In(r), 2)
	if spread := testErrorSpread.In(r); !math.IsNaN(spread) {
		out += fmt.Sprintf(" ± %.2f", spread)
	}
	if starts := starts.errors.In(r); len(starts) > 1 {
		out += fmt.Sprintf(" (starts ± %.2f)", stat.StdDev(starts, nil))
	}
	return out
}

// byReplication is a value by replication on which claims are judged: of the method alone.
func byReplication(name string, of func(p pairing) float64) *reproduce.Value[raced, []float64] {
	return reproduce.Kept(reproduce.Key[[]float64]("each_"+name), func(x raced) []float64 { return x.each(of) })
}

// What literal tables have by replication.
var (
	eachAccuracy  = byReplication("accuracy", func(p pairing) float64 { return p.rep.above(p.course.least()) })
	eachRank      = byReplication("rank", func(p pairing) float64 { return last(p.course.Rank) })
	eachBestRank  = byReplication("best_rank", func(p pairing) float64 { return p.rep.BestRank })
	eachRankFirst = byReplication("rank_first", func(p pairing) float64 {
		return stat.Mean(p.course.Rank[:before(p.course.Iter, max(firstIterates, p.course.Iter[0]))], nil)
	})
	eachRankTenth = byReplication("rank_tenth", func(p pairing) float64 {
		return p.course.Rank[max(1, before(p.course.Evals, last(p.course.Evals)/10))-1]
	})
	eachTestError = byReplication("test_error", func(p pairing) float64 { return last(p.course.TestError) })
)

// eachWork is all the work of a method by replication, and eachReached that to an accuracy.
func eachWork(work string) *reproduce.Value[raced, []float64] {
	return byReplication(work, func(p pairing) float64 { return last(p.course.axisOf(work)) })
}

func eachReached(work string, share float64) *reproduce.Value[raced, []float64] {
	return byReplication(accuracyKey(work, share), func(p pairing) float64 { return reachedIn[work](p, share) })
}

// meeting compares a method with the literal one at the end of the shorter of the two courses, in seconds or
// iterations: where that is, and the relative accuracies of both there.
type meeting struct {
	at, theirs, ours *reproduce.Value[raced, []float64]
}

func met(work string) meeting {
	end := func(p pairing) float64 {
		return math.Min(last(p.course.axisOf(work)), last(p.rep.Courses[literal].axisOf(work)))
	}
	accuracy := func(p pairing, c course) float64 {
		axis := c.axisOf(work)
		return c.accuracy(axis, math.Max(end(p), axis[0]), p.rep.Best)
	}
	kept := func(key string, of func(p pairing) float64) *reproduce.Value[raced, []float64] {
		return reproduce.Kept(reproduce.Key[[]float64]("met_"+work+key), func(x raced) []float64 { return x.each(of) }).
			If(func(x raced) bool {
				_, ok := x.rep().Courses[literal]
				return ok && x.method != literal && x.method != sound
			})
	}
	return meeting{
		kept("", end), kept("_theirs", func(p pairing) float64 { return accuracy(p, p.course) }),
		kept("_ours", func(p pairing) float64 { return accuracy(p, p.rep.Courses[literal]) }),
	}
}

// step is a value of the steps of the literal method by replication.
func step(key reproduce.Key[[]float64]) *reproduce.Value[raced, []float64] {
	return reproduce.Kept(key, func(x raced) []float64 {
		return x.each(func(p pairing) float64 { return p.course.Steps.rates(p.rep)[string(key)] })
	}).If(func(x raced) bool { return x.all[0].course.Steps != nil })
}

// changes is how often the literal method changed between Steps 3 and 4.
var changes = step("turns")

// decades are those of relative accuracy by which a step of a kind, 3 or 4, lowered Ψ, by its work.
func decades(kind int, work string) *reproduce.Value[raced, []float64] {
	return step(reproduce.Key[[]float64](fmt.Sprintf("step%d_%s", kind, work)))
}

// eachFields are the values by replication of Figure 1's literal table.
func eachFields() reproduce.Fields[raced] {
	out := reproduce.Fields[raced]{
		eachAccuracy, eachRank, eachBestRank, eachRankFirst, eachRankTenth,
	}
	for _, work := range []string{inSeconds, inIterations} {
		out = append(out, eachWork(work), met(work).at, met(work).theirs, met(work).ours)
		for _, share := range judged {
			out = append(out, eachReached(work, share))
		}
	}
	return out
}

// The test error where the mean error of the other splits is least, with the share of the work at which that is.
var (
	eachLeast      = ofOthers("each_error_least", func(least, _ []float64) []float64 { return least })
	eachLeastShare = ofOthers("each_error_least_share", func(_, shares []float64) []float64 { return shares })
)

func ofOthers(
	key reproduce.Key[[]float64], of func(least, shares []float64) []float64,
) *reproduce.Value[raced, []float64] {
	return reproduce.Kept(key, func(x raced) []float64 { return of(leastByOthers(x.all)) }).
		If(func(x raced) bool { return len(x.all) >= 2 })
}

// The fields of the literal tables.
var (
	literal1Fields = slices.Concat(figure1Fields, eachFields(), reproduce.Fields[raced]{
		changes, decades(3, inSeconds), decades(4, inSeconds), decades(3, inIterations), decades(4, inIterations),
	})
	literal2Kept   = reproduce.Fields[raced]{eachTestError, eachLeast, eachLeastShare}
	literal2Fields = slices.Concat(figure2Fields, eachFields(), literal2Kept)
)
