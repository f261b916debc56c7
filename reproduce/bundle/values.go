package bundle

import (
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// made is a run of a method: of the calls that are shown.
type made struct {
	at
	Course
	examples int
}

func (x made) last() int { return len(x.Best) - 1 }

// What rows of several tables have.
const (
	keySet    reproduce.Key[string]  = "set"
	keyLambda reproduce.Key[float64] = "lambda"
	keyCalls  reproduce.Key[float64] = "calls"
	keyRadius reproduce.Key[float64] = "R"
	keyQuoted reproduce.Key[string]  = "quoted"

	keyTraining reproduce.Key[string] = "training"
)

// How numbers are written.
var (
	objective = reproduce.Decimals(4)
	call      = reproduce.Number(func(v float64) string { return figures.Number(v, 0) })
)

// What rows of single runs have.
var (
	lambdaOf = reproduce.Shown(keyLambda, "λ", reproduce.General, func(x made) float64 { return x.lambda })
	methodID = reproduce.Shown("method", "method", reproduce.Left(methodTitle), func(x made) string { return x.method })
	atZero   = reproduce.Shown("f1", "f(w₁)", objective, func(x made) float64 { return x.Loss0 })
	below    = reproduce.Shown("first", "below", call, func(x made) float64 { return never(x.first()) })
	calls    = reproduce.Shown(keyCalls, "calls", call, func(x made) float64 { return float64(len(x.Best)) })
	best     = reproduce.Shown("best", "best f", objective, func(x made) float64 { return x.Best[x.last()] })
	madeBy   = reproduce.Whole[made]("data", reproduce.Data)
)

// What rows of the tables of calls have: the objective after so many calls, and the calls to a certified gap.
var (
	atLast = reproduce.Shown("f_last", "f at last", objective, func(x made) float64 { return x.Best[x.last()] })
	ending = reproduce.Shown("last", "calls", call, func(x made) float64 { return float64(len(x.Best)) })
	gap    = reproduce.Shown("gap", "gap (%)", reproduce.Decimals(2), func(x made) float64 {
		return 100 * (x.Best[x.last()] - x.Lower[x.last()]) / x.Best[x.last()]
	})
	toLeastGap = within(2, "0.1 %")

	callFields = reproduce.Fields[made]{
		lambdaOf, methodID, atZero, below, after(10, "f at 10"), after(20, "20"), after(40, "40"), atLast, ending, gap,
		within(0, "to 10 %"), within(1, "1 %"), toLeastGap,
		reproduce.Shown(keyRadius, "R", reproduce.Number(func(v float64) string { return fmt.Sprintf("%.3g", v) }),
			func(x made) float64 { return x.Radius }).If(func(x made) bool { return x.Radius > 0 }),
		madeBy,
		reproduce.Kept("made", func(x made) float64 { return float64(x.Calls) }),
		reproduce.Kept("examples", func(x made) float64 { return float64(x.examples) }),
		reproduce.Kept("norm", func(x made) float64 { return x.Norms[x.last()] }),
	}
)

// after is the best objective after some calls.
func after(calls int, title string) *reproduce.Value[made, float64] {
	return reproduce.Shown(reproduce.Key[float64](fmt.Sprintf("f%d", calls)), title, objective, func(x made) float64 {
		if calls > len(x.Best) {
			return math.NaN()
		}
		return x.Best[calls-1]
	})
}

// within is the number of calls to the k-th relative gap.
func within(k int, title string) *reproduce.Value[made, float64] {
	return reproduce.Shown(reproduce.Key[float64](fmt.Sprintf("to_%.0e", shares[k])), title, call,
		func(x made) float64 { return never(x.Within[k]) })
}

// never is NaN where something did not happen.
func never(call int) float64 {
	if call == 0 {
		return math.NaN()
	}
	return float64(call)
}

// What rows of other first guesses, and of ties, have.
var (
	guess = reproduce.Shown("start", "first guess", reproduce.General, func(x made) float64 {
		if x.start == 0 { // the method's own
			return 1
		}
		return x.start
	})
	startFields = reproduce.Fields[made]{methodID, guess, lambdaOf, calls, atZero, below, best, madeBy}

	tieFields = reproduce.Fields[made]{
		methodID, reproduce.Shown("tie", "taken at w = 0", reproduce.Left(func(r reproduce.Row, key string) string {
			if t := reproduce.Key[string](key).In(r); t != "" {
				return t
			}
			return "the folder's"
		}), func(x made) string { return string(x.tie) }),
		lambdaOf, calls, reproduce.Shown("slope", "‖a₁‖", reproduce.Decimals(1), func(x made) float64 { return x.Slopes[0] }),
		atZero, below, best, madeBy,
	}
)

// setTitle writes the set of a row, or of one whose data are not at hand.
func setTitle(r reproduce.Row, _ string) string {
	if id := keySet.In(r); id != "" {
		return setOf(id).title
	}
	return setOf(r.ID).title
}

func methodTitle(r reproduce.Row, key string) string {
	if id := reproduce.Key[string](key).In(r); id != "" {
		return methodOf(id).title
	}
	return "–"
}

// quotedOr writes what is quoted, or else what of says.
func quotedOr(of func(r reproduce.Row, key string) string) reproduce.Format {
	return reproduce.Left(func(r reproduce.Row, key string) string {
		if q := keyQuoted.In(r); q != "" {
			return q + " (quoted)"
		}
		return of(r, key)
	})
}

// bounded is Algorithm 4 on a set at a λ beside its bounds.
type bounded struct {
	theory
	set    string
	lambda float64
}

func (x bounded) last() int { return len(x.most) - 1 }

// statement is what is proved, and the calls after which it is shown to be kept, and broken.
type statement struct {
	bound, kept, broken *reproduce.Value[bounded, float64]
}

func stated(key reproduce.Key[float64], title, number string, of func(x bounded) []float64) statement {
	count := func(key, title string, of func(x bounded) int) *reproduce.Value[bounded, float64] {
		return reproduce.Shown(reproduce.Key[float64](key+number), title, call,
			func(x bounded) float64 { return float64(of(x)) })
	}
	return statement{
		reproduce.Shown(key, title, reproduce.Short, func(x bounded) float64 { return of(x)[x.last()] }),
		count("kept", "kept", func(x bounded) int { kept, _ := x.against(of(x)); return kept }),
		count("broken", "broken", func(x bounded) int { _, broken := x.against(of(x)); return broken }),
	}
}

// What rows of the table of bounds have.
var (
	third = stated("proposition3", "Prop. 3", "3", func(x bounded) []float64 { return x.proposition3 })
	fifth = stated("theorem5", "Thm. 5", "5", func(x bounded) []float64 { return x.theorem5 })

	outside = reproduce.Kept("outside", func(x bounded) float64 { return float64(x.outside) })
	atMost  = reproduce.Shown("most", "at most", reproduce.Short, func(x bounded) float64 { return x.most[x.last()] })

	theoryFields = reproduce.Fields[bounded]{
		reproduce.Shown(keySet, "set", reproduce.Left(setTitle), func(x bounded) string { return x.set }),
		reproduce.Shown(keyLambda, "λ", reproduce.General, func(x bounded) float64 { return x.lambda }),
		reproduce.Shown("least", "at least", reproduce.Short, func(x bounded) float64 { return x.least[x.last()] }), atMost,
		third.bound, third.kept, third.broken, fifth.bound, fifth.kept, fifth.broken,
		reproduce.Shown(keyCalls, "calls", call, func(x bounded) float64 { return float64(len(x.most)) }),
		reproduce.Shown(keyRadius, "R", reproduce.Decimals(1), func(x bounded) float64 { return x.radius }),
		reproduce.Shown("norm", "max ‖w_t‖", reproduce.Decimals(2), func(x bounded) float64 { return x.norm }), outside,
		reproduce.Whole[bounded]("data", reproduce.Data),
	}
)

// foldsOf are the splits of a cross-validation, with one of its decoders.
type foldsOf struct {
	fold
	decoder int
	all     []Folded
}

// agreement is a share of pairs over all splits, with its mean and deviation.
type agreement struct {
	splits    *reproduce.Value[foldsOf, []float64]
	mean, dev *reproduce.Value[foldsOf, float64]
}

func agreed(key, title string, of func(rna.Agreement) float64) agreement {
	list := func(x foldsOf) []float64 {
		return reproduce.Each(x.all, func(p Folded) float64 { return of(p.Pairs[x.decoder]) })
	}
	dev := reproduce.Kept(reproduce.Key[float64](key+"_std"), func(x foldsOf) float64 {
		_, dev := reproduce.MeanSpread(list(x))
		return dev
	})
	format := reproduce.Right(func(r reproduce.Row, key string) string {
		out := figures.Number(reproduce.Key[float64](key).In(r), 3)
		if dev := dev.In(r); !math.IsNaN(dev) {
			out += " ± " + figures.Number(dev, 3)
		}
		return out
	})
	return agreement{
		reproduce.Kept(reproduce.Key[[]float64](key+"_splits"), list),
		reproduce.Shown(reproduce.Key[float64](key), title, format, func(x foldsOf) float64 {
			mean, _ := reproduce.MeanSpread(list(x))
			return mean
		}), dev,
	}
}

// What rows of the cross-validation have.
var (
	decodedBy = reproduce.Shown("decoder", "decoder", reproduce.Left(func(r reproduce.Row, key string) string {
		return reproduce.Key[string](key).In(r)
	}), func(x foldsOf) string { return string(x.decoders()[x.decoder]) })
	sensitivity = agreed("sensitivity", "sensitivity", rna.Agreement.Sensitivity)
	ppv         = agreed("ppv", "PPV", rna.Agreement.PPV)
	f1          = agreed("f1", "F₁", rna.Agreement.F1)

	foldFields = reproduce.Fields[foldsOf]{
		reproduce.Shown(keyTraining, "trained by, λ", quotedOr(trainingTitle), func(x foldsOf) string { return x.name() }),
		decodedBy, reproduce.Shown(keyCalls, "calls at most", call, func(x foldsOf) float64 {
			return float64(x.Calls)
		}),
		sensitivity.mean, ppv.mean, f1.mean, reproduce.Whole[foldsOf]("data", reproduce.Data),
		sensitivity.dev, ppv.dev, f1.dev, sensitivity.splits, ppv.splits, f1.splits,
	}
	quotedFoldFields = reproduce.Fields[quotedFold]{
		reproduce.Kept(keyQuoted, func(q quotedFold) string { return q.name }),
		reproduce.Kept(sensitivity.mean.Key, func(q quotedFold) float64 { return q.sensitivity }),
		reproduce.Kept(ppv.mean.Key, func(q quotedFold) float64 { return q.ppv }),
		reproduce.Kept(f1.mean.Key, func(q quotedFold) float64 { return q.f1 }),
	}
)

// trainingTitle is that of a training by its name.
func trainingTitle(r reproduce.Row, _ string) string {
	kind, lambda, _ := strings.Cut(keyTraining.In(r), "/")
	return kind + ", λ " + lambda
}

// rankings are those of test queries on a set: at a λ by methods, or quoted.
type rankings struct {
	set    string
	lambda float64
	ndcg   map[string]float64
	quoted quotedRanking
}

func isQuoted(x rankings) bool { return x.ndcg == nil }

// keyNDCG is that of the NDCG@10 of a method.
func keyNDCG(m method) reproduce.Key[float64] { return reproduce.Key[float64](m.id) }

func ndcgFields() reproduce.Fields[rankings] {
	least := reproduce.Kept("least", func(x rankings) float64 { return x.quoted.least }).If(isQuoted)
	most := reproduce.Kept("most", func(x rankings) float64 { return x.quoted.most }).If(isQuoted)
	out := reproduce.Fields[rankings]{
		reproduce.Shown(keySet, "set", quotedOr(setTitle), func(x rankings) string { return x.set }),
		reproduce.Shown(keyLambda, "λ", reproduce.General, func(x rankings) float64 { return x.lambda }).
			If(func(x rankings) bool { return !isQuoted(x) }),
		reproduce.Kept(keyQuoted, func(x rankings) string { return x.quoted.name }).If(isQuoted), least, most,
	}
	for _, m := range figureMethods {
		out = append(out, reproduce.Shown(keyNDCG(m), m.title, objective, func(x rankings) float64 { return x.ndcg[m.id] }).
			If(func(x rankings) bool { _, ok := x.ndcg[m.id]; return ok }))
	}
	return append(out, reproduce.Whole[rankings]("quoted", reproduce.Right(func(r reproduce.Row, _ string) string {
		if keyQuoted.In(r) == "" {
			return "–"
		}
		return figures.Number(least.In(r), 3) + " to " + figures.Number(most.In(r), 3)
	})), reproduce.Whole[rankings]("data", reproduce.Data))
}
