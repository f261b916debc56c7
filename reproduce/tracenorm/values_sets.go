package tracenorm

import (
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// several are courses of alternating minimization on a split that begin at random: the mean and the deviation of the
// test errors at their ends by split, and the errors and accuracies of the first split.
type several struct {
	means, spreads, errors, accuracies *reproduce.Value[raced, []float64]
}

// The random starts: of factors of full rank, and of a low one.
var (
	starts = severalOf("starts", func(p pairing) []course { return p.rep.Starts })
	low    = severalOf("low", func(p pairing) []course { return p.rep.Low })
)

func severalOf(key string, of func(p pairing) []course) several {
	ends := func(all []course) []float64 {
		return reproduce.Each(all, func(c course) float64 { return last(c.TestError) })
	}
	kept := func(what string, value func(x raced) []float64) *reproduce.Value[raced, []float64] {
		return reproduce.Kept(reproduce.Key[[]float64](key+what), value).
			If(func(x raced) bool { return x.method == alternate && len(of(x.all[0])) > 0 })
	}
	moment := func(k int) func(x raced) []float64 {
		return func(x raced) (out []float64) {
			for _, p := range x.all {
				if len(of(p)) == 0 {
					break
				}
				mean, spread := reproduce.MeanSpread(ends(of(p)))
				out = append(out, []float64{mean, spread}[k])
			}
			return out
		}
	}
	return several{
		kept("_means", moment(0)), kept("_spreads", moment(1)),
		kept("_error", func(x raced) []float64 { return ends(of(x.all[0])) }),
		kept("_accuracy", func(x raced) []float64 {
			return reproduce.Each(of(x.all[0]), func(c course) float64 { return x.rep().above(c.least()) })
		}),
	}
}

func (s several) fields() reproduce.Fields[raced] {
	return reproduce.Fields[raced]{s.means, s.spreads, s.errors, s.accuracies}
}

// readingFields are those of a reading of λ.
var readingFields = reproduce.Fields[reading]{
	reproduce.Whole[reading]("reading", reproduce.RowID),
	reproduce.Shown(keyLambda, "λ", reproduce.Short, func(x reading) float64 { return x.Point.Lambda }),
	reproduce.Shown(keyShare, "λ/λ_max", four, func(x reading) float64 { return x.Share }),
	reproduce.Shown("objective", "objective", four, func(x reading) float64 { return x.Point.Objective }),
	reproduce.Shown("at_zero", "φ(0)", four, func(x reading) float64 { return x.AtZero }),
	reproduce.Shown(keyRank, "rank", whole, func(x reading) float64 { return x.Point.Rank }),
	reproduce.Shown(keyGap, "relative gap", reproduce.Short,
		func(x reading) float64 { return x.Point.Gap / x.Point.Objective }),
	reproduce.Shown(keyTestError, "test error (%)", one, func(x reading) float64 { return x.Point.TestError }),
	reproduce.Whole[reading]("data", reproduce.Data),
}

// speedFields are those of the sound method's times over a rival's: the ratios, or their bounds where the rival had not
// arrived.
func speedFields() reproduce.Fields[raced] {
	out := reproduce.Fields[raced]{
		reproduce.Whole[raced]("panel or set", reproduce.Left(func(r reproduce.Row, _ string) string {
			where, _, _ := strings.Cut(r.ID, "/")
			return where
		})),
		reproduce.Shown("rival", "rival", method, func(x raced) string { return x.method }),
	}
	for k, title := range []string{"at 1e-2", "at 1e-3", "at 1e-5"} {
		bound := reproduce.Kept(keyReached("bound", compared[k]), func(x raced) float64 {
			_, bound := speed(x.all, compared[k])
			return bound
		})
		out = append(out, bound, reproduce.Shown(keyReached("ratio", compared[k]), title,
			reproduce.Right(func(r reproduce.Row, key string) string {
				ratio, bound := reproduce.Key[float64](key).In(r), bound.In(r)
				if math.IsNaN(ratio) && !math.IsNaN(bound) {
					return "≤ " + figures.Number(bound, 2)
				}
				return figures.Number(ratio, 2)
			}), func(x raced) float64 {
				ratio, _ := speed(x.all, compared[k])
				return ratio
			}))
	}
	return append(out, reproduce.Shown(keyReplications, "replications", whole, count), racedOn)
}

// along are paths at one of the shares of λ_max.
type along struct {
	set   string
	share float64
	at    int
	all   []path
}

func (x along) mean(of func(pathPoint) float64) float64 {
	return stat.Mean(reproduce.Each(x.all, func(p path) float64 { return of(p.Points[x.at]) }), nil)
}

// onPath is a mean over the splits.
func onPath(
	key reproduce.Key[float64], title string, f reproduce.Format, of func(pathPoint) float64,
) reproduce.Field[along] {
	return reproduce.Shown(key, title, f, func(x along) float64 { return x.mean(of) })
}

// pathFields are those of the paths.
var pathFields = reproduce.Fields[along]{
	reproduce.Shown(keySet, "set", reproduce.Plain, func(x along) string { return x.set }),
	reproduce.Shown(keyShare, "λ/λ_max", four, func(x along) float64 { return x.share }),
	reproduce.Shown(keyLambda, "λ", reproduce.Short, func(x along) float64 { return x.all[0].Points[x.at].Lambda }),
	onPath(keyRank, "rank", one, func(p pathPoint) float64 { return p.Rank }),
	reproduce.Shown("most", "of", whole, func(x along) float64 { return float64(x.all[0].Most) }),
	onPath(keyTestError, "test error (%)", two, func(p pathPoint) float64 { return p.TestError }),
	onPath(keyGap, "relative gap", reproduce.Short, func(p pathPoint) float64 { return p.Gap / p.Objective }),
	reproduce.Shown("splits", "splits", whole, func(x along) float64 { return float64(len(x.all)) }),
	reproduce.Whole[along]("data", reproduce.Data),
}

// gaugeFields are those of a gauge.
var gaugeFields = reproduce.Fields[measured]{
	reproduce.Whole[measured]("gauge", reproduce.RowID),
	reproduce.Shown("atoms", "by atoms", four, func(m measured) float64 { return m.Atoms }),
	reproduce.Shown("formula", "by formula", four, func(m measured) float64 { return m.Formula }),
}
