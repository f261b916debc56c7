package proxsvm

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// trained are runs of methods on a set at a λ, those that are complete.
type trained struct {
	id     string
	lambda float64
	paper  paper
	batch  int
	runs   map[string][]course
	least  func(objective []float64) float64 // which of a run's losses counts
	best   *solution                         // nil where it is not known
}

// first is a run of any method.
func (x trained) first() (c course, ok bool) {
	for _, m := range allMethods {
		if all := x.runs[m]; len(all) > 0 {
			return all[0], true
		}
	}
	return c, false
}

// measure is what is measured of the runs of every method. Rows have its median over the runs, and some have all.
type measure struct {
	name string
	of   func(x trained, c course) float64
}

// What is measured.
var (
	losses     = measure{"loss", func(x trained, c course) float64 { return x.least(c.Objective) }}
	passesTo99 = measure{"passes", func(_ trained, c course) float64 { return convergence(c.Objective) }}
	testErrors = measure{"test_error", func(_ trained, c course) float64 { return last(c.TestError) }}
	norms      = measure{"norm", func(_ trained, c course) float64 { return c.Norm }}
	guesses    = measure{"R", func(_ trained, c course) float64 { return c.Guess }}
)

// median is the key of the median of a method, and runs that of its values run by run.
func (m measure) median(method string) reproduce.Key[float64] {
	return reproduce.Key[float64](m.name + "_" + method)
}

func (m measure) runs(method string) reproduce.Key[[]float64] {
	return reproduce.Key[[]float64](m.name + "_" + method + "_seeds")
}

// each are the values of a method run by run.
func (m measure) each(x trained, method string) []float64 {
	return reproduce.Each(x.runs[method], func(c course) float64 { return m.of(x, c) })
}

// shown declares the median of a method.
func (m measure) shown(method, title string, f reproduce.Format) reproduce.Field[trained] {
	return reproduce.Shown(m.median(method), title, f, func(x trained) float64 {
		return reproduce.Median(m.each(x, method))
	}).If(func(x trained) bool { return x.runs[method] != nil })
}

// kept declares the median of a method and, if wanted, its values run by run.
func (m measure) kept(method string, runs bool) reproduce.Fields[trained] {
	out := reproduce.Fields[trained]{m.shown(method, "", reproduce.Format{})}
	if runs {
		out = append(out, reproduce.Kept(m.runs(method), func(x trained) []float64 { return m.each(x, method) }).
			If(func(x trained) bool { return x.runs[method] != nil }))
	}
	return out
}

// How numbers are written.
var (
	two    = reproduce.Decimals(2)
	four   = reproduce.Decimals(4)
	six    = reproduce.Decimals(6)
	whole  = reproduce.Decimals(0)
	brief  = reproduce.Number(func(v float64) string { return fmt.Sprintf("%.2g", v) })
	digits = reproduce.Number(func(v float64) string { return fmt.Sprintf("%.4g", v) })
)

const keyLambda reproduce.Key[float64] = "lambda"

// What rows of all tables of runs have.
var (
	ofSet     = reproduce.Shown("set", "data set", reproduce.Plain, func(x trained) string { return x.id })
	lambdaOf  = reproduce.Shown(keyLambda, "λ", reproduce.Power, func(x trained) float64 { return x.lambda })
	optimum   = solved("optimum", "P*", func(s *solution) float64 { return s.Objective })
	atBest    = solved("optimum_norm", "", func(s *solution) float64 { return s.Norm })
	trainedOn = reproduce.Whole[trained]("data", reproduce.Data)
)

// solved is a value of the reference optimum.
func solved(key reproduce.Key[float64], title string, of func(s *solution) float64) *reproduce.Value[trained, float64] {
	return reproduce.Shown(key, title, four, func(x trained) float64 { return of(x.best) }).
		If(func(x trained) bool { return x.best != nil })
}

// What rows of the forms of Table 1 have besides: what was learned from what, and the paper's numbers.
var (
	batch = reproduce.Shown("batch", "k", whole, func(x trained) float64 { return float64(x.batch) }).
		If(func(x trained) bool { return x.batch > 0 })
	bestGap = solved("optimum_gap", "", func(s *solution) float64 { return s.Gap })
	classes = learnedFrom("classes", func(a about) string { return a.Classes })
	toTrain = learnedFrom("train", func(a about) float64 { return float64(a.Train) })
	toTest  = learnedFrom("test", func(a about) float64 { return float64(a.Test) })
	columns = learnedFrom("features", func(a about) float64 { return float64(a.Features) })
)

func learnedFrom[T any](key reproduce.Key[T], of func(a about) T) *reproduce.Value[trained, T] {
	return reproduce.Kept(key, func(x trained) T {
		c, _ := x.first()
		return of(c.Set)
	}).If(func(x trained) bool { _, ok := x.first(); return ok })
}

// printed is a number of the paper for one of its methods.
type printed struct {
	name string
	of   func(p paper) [3]float64
}

var (
	printedLoss   = printed{"paper_loss_", func(p paper) [3]float64 { return p.loss }}
	printedPasses = printed{"paper_passes_", func(p paper) [3]float64 { return p.passes }}
)

func (p printed) key(method string) reproduce.Key[float64] {
	return reproduce.Key[float64](p.name + method)
}

func (p printed) shown(k int, title string, f reproduce.Format) reproduce.Field[trained] {
	return reproduce.Shown(p.key(methods[k]), title, f, func(x trained) float64 { return p.of(x.paper)[k] })
}

// paperFields are the paper's numbers of a set, which rows without data have too.
var paperFields = reproduce.Fields[trained]{
	reproduce.Kept(keyLambda, func(x trained) float64 { return x.lambda }),
	printedLoss.shown(0, "", four), printedLoss.shown(1, "", four), printedLoss.shown(2, "", four),
	printedPasses.shown(0, "", four), printedPasses.shown(1, "", four), printedPasses.shown(2, "", four),
}

// table1Fields are those of the forms of Table 1, from what names the row on.
func table1Fields(names ...reproduce.Field[trained]) reproduce.Fields[trained] {
	out := slices.Concat(reproduce.Fields[trained](names), reproduce.Fields[trained]{lambdaOf, optimum})
	for k, title := range []string{"Pegasos", "Adaptive", "Proximal"} {
		out = append(out, losses.shown(methods[k], title, spread(methods[k])), printedLoss.shown(k, "paper", four))
	}
	passes := reproduce.Whole[trained]("passes", reproduce.Right(func(r reproduce.Row, _ string) string {
		if r.Status() != "" {
			return "–"
		}
		return listed(r, methods[:], passesTo99.median, count)
	}))
	printed := reproduce.Whole[trained]("paper", reproduce.Right(func(r reproduce.Row, _ string) string {
		if math.IsNaN(printedLoss.key(pegasos).In(r)) {
			return "–"
		}
		return listed(r, methods[:], printedPasses.key, count)
	}))
	return append(append(out, passes, printed, trainedOn), table1Kept(methods[:])...)
}

// readingFields are those of Proximal alone.
func readingFields() reproduce.Fields[trained] {
	forms := []string{proximal, anew, through, sound}
	ofForms := func(of measure, write func(v float64) string) reproduce.Field[trained] {
		return reproduce.Whole[trained](of.name, reproduce.Right(func(r reproduce.Row, _ string) string {
			if r.Status() != "" {
				return "–"
			}
			return listed(r, forms, of.median, write)
		}))
	}
	out := reproduce.Fields[trained]{
		reproduce.Whole[trained]("data set", reproduce.RowID), lambdaOf, optimum, printedLoss.shown(2, "paper", four),
	}
	for k, title := range []string{"w stays", "w from 0", "no restart", "sound"} {
		out = append(out, losses.shown(forms[k], title, spread(forms[k])))
	}
	out = append(out, printedPasses.shown(2, "passes, paper", reproduce.Number(count)), ofForms(passesTo99, count),
		ofForms(guesses, func(v float64) string { return fmt.Sprintf("%.3g", v) }), trainedOn)
	return append(out, table1Kept(allMethods)...)
}

// table1Kept is what forms of Table 1 keep of some methods.
func table1Kept(of []string) reproduce.Fields[trained] {
	out := append(reproduce.Fields[trained]{classes, toTrain, toTest, columns, bestGap, atBest,
		solved("optimum_test_error", "", func(s *solution) float64 { return s.TestError })}, paperFields...)
	for _, m := range of {
		out = append(out, losses.kept(m, true)...)
		out = append(out, passesTo99.kept(m, true)...)
		out = append(out, guesses.kept(m, true)...)
		out = append(out, testErrors.kept(m, false)...)
		out = append(out, norms.kept(m, false)...)
	}
	return out
}

// lambdaKept is what rows over several λ keep.
func lambdaKept() reproduce.Fields[trained] {
	out := reproduce.Fields[trained]{atBest}
	for _, m := range allMethods {
		for _, of := range []measure{losses, testErrors, guesses} {
			out = append(out, of.kept(m, true)...)
		}
	}
	return out
}

var (
	readAs     = readingFields()
	table1     = table1Fields(reproduce.Whole[trained]("data set", reproduce.RowID))
	inBatches  = table1Fields(ofSet, batch)
	gridFields = append(reproduce.Fields[trained]{
		ofSet, lambdaOf, optimum,
		losses.shown(pegasos, "Pegasos", four), testErrors.shown(pegasos, "error (%)", two),
		losses.shown(adaptive, "Adaptive", four), testErrors.shown(adaptive, "error (%)", two),
		losses.shown(proximal, "w stays", four), testErrors.shown(proximal, "error (%)", two),
		losses.shown(anew, "w from 0", four), testErrors.shown(anew, "error (%)", two),
		losses.shown(through, "no restart", four), testErrors.shown(through, "error (%)", two), trainedOn,
	}, lambdaKept()...)
	sweepFields = append(reproduce.Fields[trained]{
		ofSet, lambdaOf, optimum, losses.shown(pegasos, "Pegasos", four), losses.shown(adaptive, "Adaptive", four),
		losses.shown(proximal, "w stays", four), losses.shown(anew, "w from 0", four),
		losses.shown(through, "no restart", four), losses.shown(sound, "sound", four), trainedOn,
	}, lambdaKept()...)
)

// spread writes the median of a method's losses with their range, where there are several.
func spread(method string) reproduce.Format {
	return reproduce.Right(func(r reproduce.Row, _ string) string {
		v, runs := figures.Number(losses.median(method).In(r), 4), losses.runs(method).In(r)
		if len(runs) < 2 {
			return v
		}
		return fmt.Sprintf("%s (%s–%s)", v, figures.Number(floats.Min(runs), 4), figures.Number(floats.Max(runs), 4))
	})
}

// listed writes a value of several methods.
func listed(
	r reproduce.Row, of []string, key func(method string) reproduce.Key[float64], write func(v float64) string,
) string {
	var out []string
	for _, m := range of {
		out = append(out, write(key(m).In(r)))
	}
	return strings.Join(out, " / ")
}

func count(v float64) string {
	if math.IsNaN(v) {
		return "n/a"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
