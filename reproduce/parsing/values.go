package parsing

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// series are the results of replications, or of draws, that a row is made of.
type series struct {
	source           datasets.Source
	seeds, dev, test []float64
	set              []setting // none where nothing was set
	zeros, trains    []float64
	paper            float64 // 0 for none
	ranking          string
	kept             int
	relevant         []float64 // of the templates kept, how many matter; none where that is not known
	heads            string    // found in each test sentence by the first replication
}

// What the rows of all replications have.
var (
	seeds = reproduce.Shown("seeds", "replications", counted, func(x *series) []float64 { return x.seeds })
	devs  = reproduce.Kept("devs", func(x *series) []float64 { return x.dev })
	tests = reproduce.Kept("tests", func(x *series) []float64 { return x.test })

	devSpread  = reproduce.Kept("dev_std", func(x *series) float64 { return deviation(x.dev) })
	testSpread = reproduce.Kept("test_std", func(x *series) float64 { return deviation(x.test) })

	dev  = reproduce.Shown("dev", "dev", spread(devSpread), func(x *series) float64 { return mean(x.dev) })
	test = reproduce.Shown("test", "test", spread(testSpread), func(x *series) float64 { return mean(x.test) })

	costs = reproduce.Shown("C", "C", listed, func(x *series) []float64 {
		return reproduce.Each(x.set, func(s setting) float64 { return s.C })
	}).If(wasSet)
	rates = reproduce.Shown("eta0", "η0", listed, func(x *series) []float64 {
		return reproduce.Each(x.set, func(s setting) float64 { return s.Eta0 })
	}).If(wasSet)
)

func wasSet(x *series) bool { return x.set != nil }

// accuracyFields are those of the tables of accuracies.
var accuracyFields = reproduce.Fields[*series]{
	reproduce.Whole[*series]("method", reproduce.Left(func(r reproduce.Row, _ string) string { return titleOf(r.ID) })),
	test,
	reproduce.Shown("paper", "paper", reproduce.Number(func(v float64) string {
		if v == 0 {
			return "–"
		}
		return figures.Number(v, 2)
	}), func(x *series) float64 { return x.paper }),
	dev, costs, rates, devs, tests, devSpread, testSpread,
	reproduce.Shown("zeros", "groups zero", listed, func(x *series) []float64 { return x.zeros }),
	reproduce.Shown("words", "words trained on", reproduce.Decimals(0), func(x *series) float64 { return mean(x.trains) }),
	seeds, reproduce.Whole[*series]("data", reproduce.Data), heads,
}

// What the rows of templates kept have besides: the least and the most attachment, and how many of the templates
// matter.
var (
	by       = reproduce.Kept("ranking", func(x *series) string { return x.ranking })
	among    = reproduce.Kept("kept", func(x *series) int { return x.kept })
	least    = reproduce.Kept("least", func(x *series) float64 { return slices.Min(x.test) })
	most     = reproduce.Kept("most", func(x *series) float64 { return slices.Max(x.test) })
	relevant = reproduce.Kept("relevant", func(x *series) float64 { return mean(x.relevant) }).
			If(func(x *series) bool { return x.relevant != nil })

	keptFields = reproduce.Fields[*series]{
		seeds, devs, tests, devSpread, testSpread, dev, test, costs, rates, by, among, least, most, relevant, heads,
	}
)

// heads are the counts by sentence of the first replication.
var heads = reproduce.Kept("heads", func(x *series) string { return x.heads }).
	If(func(x *series) bool { return x.heads != "" })

// course are the weights of MKL after an epoch, of some replications.
type course struct {
	epoch int
	seeds []float64
	all   []Learned
}

func (x course) each(of func(l Learned) float64) []float64 { return reproduce.Each(x.all, of) }

// What the rows of epochs have.
var (
	epoch = reproduce.Shown("epoch", "epoch", reproduce.Decimals(0), func(x course) int { return x.epoch })
	helds = reproduce.Kept("held_of_seeds", course.held)
	held  = reproduce.Shown("held", "share of the largest 107 (%)", reproduce.Decimals(1),
		func(x course) float64 { return mean(x.held()) })
	zeroGroups = reproduce.Shown("zeros", "groups zero", listed, func(x course) []float64 {
		return x.each(func(l Learned) float64 { return float64(zeros(l.Norms[x.epoch-1])) })
	})
	zeroLiving = reproduce.Shown("zeros_live", "but for the 13", listed, func(x course) []float64 {
		return x.each(func(l Learned) float64 { return float64(zeros(of(l.Norms[x.epoch-1], living()))) })
	})
	agreement = reproduce.Shown("spearman", "Spearman", reproduce.Decimals(3), func(x course) float64 {
		return mean(x.each(func(l Learned) float64 { return spearman(l.Norms[x.epoch-1], l.last()) }))
	})
	followedSeeds = reproduce.Shown("seeds", "replications", counted, func(x course) []float64 { return x.seeds })

	epochFields = reproduce.Fields[course]{
		epoch, held, helds, zeroGroups, zeroLiving, agreement,
		reproduce.Shown("loss", "mean loss", reproduce.Decimals(2), func(x course) float64 {
			return mean(x.each(func(l Learned) float64 { return l.Loss[x.epoch-1] }))
		}),
		followedSeeds, reproduce.Whole[course]("data", reproduce.Data),
	}
)

// held is the share of the largest norms by replication.
func (x course) held() []float64 {
	return x.each(func(l Learned) float64 { return heldByBest(l.Norms[x.epoch-1]) })
}

func mean(v []float64) float64 { return stat.Mean(v, nil) }

func deviation(v []float64) float64 {
	_, sd := reproduce.MeanSpread(v)
	return sd
}

// spread writes a number with its deviation.
func spread(deviation *reproduce.Value[*series, float64]) reproduce.Format {
	return reproduce.Right(func(r reproduce.Row, key string) string {
		return plusMinus(reproduce.Key[float64](key).In(r), deviation.In(r), 2)
	})
}

// plusMinus writes a number with its deviation, where there is one.
func plusMinus(v, sd float64, digits int) string {
	if math.IsNaN(sd) {
		return figures.Number(v, digits)
	}
	return figures.Number(v, digits) + " ± " + figures.Number(sd, digits)
}

var (
	counted = reproduce.Right(func(r reproduce.Row, key string) string { return strconv.Itoa(len(r.Numbers(key))) })
	listed  = reproduce.Right(func(r reproduce.Row, key string) string { return list(r.Numbers(key)) })
)

// list writes the values that occur, each once, in ascending order.
func list(v []float64) string {
	if len(v) == 0 {
		return "–"
	}
	v = slices.Sorted(slices.Values(v))
	var out []string
	for _, x := range slices.Compact(v) {
		out = append(out, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return strings.Join(out, ", ")
}
