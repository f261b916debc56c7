package sparsity

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// point is where in an experiment a row stands; a table has some of it.
type point struct {
	instance, rule, truth, penalty string
	relevant, tasks, d, n          int
	alpha, times                   float64 // μ = α/2 times the curvature; η in units of ‖JJᵀ‖⁻¹
}

// found are the replications at a point that are complete.
type found[E any] struct {
	point
	all []E
}

func (x found[E]) each(of func(E) float64) []float64 { return reproduce.Each(x.all, of) }

// The values of where a row stands, and those that rows of several tables have.
const (
	keyD            reproduce.Key[float64] = "d"
	keyN            reproduce.Key[float64] = "n"
	keyTasks        reproduce.Key[float64] = "tasks"
	keyAlpha        reproduce.Key[float64] = "alpha"
	keyTimes        reproduce.Key[float64] = "times"
	keyRelevant     reproduce.Key[float64] = "relevant"
	keyInstance     reproduce.Key[string]  = "instance"
	keyRule         reproduce.Key[string]  = "rule"
	keyReplications reproduce.Key[float64] = "replications"
	keySelected     reproduce.Key[float64] = "selected"
	keyRight        reproduce.Key[float64] = "right"
	keyIterations   reproduce.Key[float64] = "iterations"
	keyLoose        reproduce.Key[float64] = "iterations_loose"
	keyExcess       reproduce.Key[float64] = "excess"
	keyError        reproduce.Key[float64] = "error"
	keyGap          reproduce.Key[float64] = "gap"
	keySigma        reproduce.Key[float64] = "sigma"
	keyWhat         reproduce.Key[string]  = "what"
)

// How numbers are written.
var (
	whole = reproduce.Decimals(0)
	one   = reproduce.Decimals(1)
	two   = reproduce.Decimals(2)
	three = reproduce.Decimals(3)
	four  = reproduce.Decimals(4)
	six   = reproduce.Decimals(6)
)

// at is a number of where the row stands.
func at[E any](
	key reproduce.Key[float64], title string, f reproduce.Format, of func(p point) float64,
) reproduce.Field[found[E]] {
	return reproduce.Shown(key, title, f, func(x found[E]) float64 { return of(x.point) })
}

func features(p point) float64 { return float64(p.d) }
func examples(p point) float64 { return float64(p.n) }
func alphaAt(p point) float64  { return p.alpha }

// howMany is how many there are.
func howMany[E any]() reproduce.Field[found[E]] {
	return reproduce.Shown(keyReplications, "replications", whole, func(x found[E]) float64 { return float64(len(x.all)) })
}

// mean, spread, largest and all are what is made of a number over the replications: its mean, its deviation, the
// largest of them, and all by replication.
func mean[E any](
	key reproduce.Key[float64], title string, f reproduce.Format, of func(E) float64,
) *reproduce.Value[found[E], float64] {
	return reproduce.Shown(key, title, f, func(x found[E]) float64 {
		mean, _ := reproduce.MeanSpread(x.each(of))
		return mean
	})
}

func spread[E any](
	key reproduce.Key[float64], title string, f reproduce.Format, of func(E) float64,
) *reproduce.Value[found[E], float64] {
	return reproduce.Shown(key, title, f, func(x found[E]) float64 {
		_, spread := reproduce.MeanSpread(x.each(of))
		return spread
	})
}

func largest[E any](
	key reproduce.Key[float64], title string, f reproduce.Format, of func(E) float64,
) *reproduce.Value[found[E], float64] {
	return reproduce.Shown(key, title, f, func(x found[E]) float64 { return floats.Max(x.each(of)) })
}

func all[E any](key reproduce.Key[[]float64], of func(E) float64) *reproduce.Value[found[E], []float64] {
	return reproduce.Kept(key, func(x found[E]) []float64 { return x.each(of) })
}

// counted is of how many replications something is true.
func counted[E any](
	key reproduce.Key[float64], title string, is func(x found[E], of E) bool,
) *reproduce.Value[found[E], float64] {
	return reproduce.Shown(key, title, whole, func(x found[E]) (n float64) {
		for _, e := range x.all {
			if is(x, e) {
				n++
			}
		}
		return n
	})
}

func bySingle(e Errors) float64 { return e.Single }
func byMulti(e Errors) float64  { return e.Multi }

// gamma is what several tasks save of the error of single ones.
func gamma(e Errors) float64 { return (e.Single - e.Multi) / e.Single }

// ofMeans estimates γ of the mean errors.
func ofMeans(x found[Errors]) evidence.Effect {
	return evidence.AtLeast("γ of the mean errors", gammaOfMeans(x.each(bySingle), x.each(byMulti)), 0)
}

// Errors of several tasks and of single ones.
var (
	singles     = all("singles", bySingle)
	multis      = all("multis", byMulti)
	gammaMean   = mean("gamma", "γ", three, gamma)
	gammaSpread = spread("gamma_spread", "± sd", three, gamma)

	figure1Fields = reproduce.Fields[found[Errors]]{
		at[Errors](keyTasks, "tasks", whole, func(p point) float64 { return float64(p.tasks) }),
		at[Errors](keyD, "d", whole, features), at[Errors](keyN, "n", whole, examples),
		mean("single", "err_S", four, bySingle), mean("multi", "err_M", four, byMulti), gammaMean, gammaSpread,
		reproduce.Shown("gamma_means", "γ of means", three, func(x found[Errors]) float64 { return ofMeans(x).Mean }),
		reproduce.Shown("gamma_error", "± se", three, func(x found[Errors]) float64 { return ofMeans(x).Error }),
		mean(keySelected, "selected", one, func(e Errors) float64 { return e.Selected }), howMany[Errors](),
		reproduce.Whole[found[Errors]]("data", reproduce.Data), singles, multis,
	}
	schoolFields = reproduce.Fields[found[Errors]]{
		mean("single", "err_S", four, bySingle), mean("multi", "err_M", four, byMulti), gammaMean, gammaSpread,
		mean(keySelected, "selected", one, func(e Errors) float64 { return e.Selected }),
		mean("explained", "explained (%)", one, func(e Errors) float64 { return e.Explained }).If(isExplained),
		mean("explained_single", "single (%)", one, func(e Errors) float64 { return e.ExplainedSingle }).If(isExplained),
		howMany[Errors](), reproduce.Whole[found[Errors]]("data", reproduce.Data),
	}
)

func isExplained(x found[Errors]) bool { return x.all[0].Explained != 0 }

// Values of trials.
var (
	errorsOf    = all("errors", func(o Outcome) float64 { return o.Error })
	plainErrors = all("plain_errors", func(o Outcome) float64 { return o.PlainError })
	selections  = all("selections", func(o Outcome) float64 { return o.Selected })
	counts      = all("counts", func(o Outcome) float64 { return o.Counts[fixed].Tight })
	errorSpread = spread("error_spread", "± sd", four, func(o Outcome) float64 { return o.Error })
	curvedBy    = mean("curvature", "", whole, func(o Outcome) float64 { return o.Curvature })
	safely      = mean("adaptive", "adaptive", whole, func(o Outcome) float64 { return o.Counts[guarded].Tight })
	stopped     = counted("stopped_short", "", func(_ found[Outcome], o Outcome) bool { return o.ended(fixed) })

	trialFields = reproduce.Fields[found[Outcome]]{
		reproduce.Shown(keyInstance, "penalty", reproduce.Left(func(r reproduce.Row, _ string) string {
			return instanceOf(keyInstance.In(r)).title
		}), func(x found[Outcome]) string { return x.instance }),
		at[Outcome](keyD, "d", whole, features), at[Outcome](keyN, "n", whole, examples),
		at[Outcome](keyAlpha, "α", reproduce.General, alphaAt),
		mean(keyIterations, "its 1e-6", reproduce.Right(func(r reproduce.Row, _ string) string {
			return capped(keyIterations.In(r), stopped.In(r))
		}), func(o Outcome) float64 { return o.Counts[fixed].Tight }),
		mean(keyError, "error", four, func(o Outcome) float64 { return o.Error }), errorSpread,
		mean(keySelected, "selected", one, func(o Outcome) float64 { return o.Selected }),
		mean(keyRight, "of relevant", reproduce.Right(func(r reproduce.Row, _ string) string {
			return fmt.Sprintf("%.1f of %.0f", keyRight.In(r), keyRelevant.In(r))
		}), func(o Outcome) float64 { return o.Right }),
		mean(keyLoose, "its 1e-4", whole, func(o Outcome) float64 { return o.Counts[fixed].Loose }), safely,
		mean("plain_error", "plain error", four, func(o Outcome) float64 { return o.PlainError }),
		mean("plain_selected", "plain selected", one, func(o Outcome) float64 { return o.PlainSelected }),
		mean("contraction", "L", four, func(o Outcome) float64 { return o.Contraction }),
		mean(keyExcess, "excess", reproduce.Short, func(o Outcome) float64 { return o.Counts[fixed].Excess }),
		howMany[Outcome](), reproduce.Whole[found[Outcome]]("data", reproduce.Kind),
		at[Outcome](keyRelevant, "", whole, func(p point) float64 { return float64(p.relevant) }),
		errorsOf, plainErrors, selections, counts, curvedBy, stopped,
		mean("share", "", whole, func(o Outcome) float64 { return o.Share }),
	}
)

// ended tells that a rule took all the iterations it may.
func (o Outcome) ended(rule string) bool { return o.Counts[rule].Tight == limit }

// over are the iterations of fixed steps over those of a rule.
func over(rule string, of func(Count) float64) func(o Outcome) float64 {
	return func(o Outcome) float64 { return of(o.Counts[fixed]) / of(o.Counts[rule]) }
}

func tightly(c Count) float64 { return c.Tight }

// against is what Figure 3 has of an adaptive rule: iterations, and the ratios of those of fixed steps to them.
type against struct {
	iterations, ratio, spread, least, most, loose, failed *reproduce.Value[found[Outcome], float64]
	ratios                                                *reproduce.Value[found[Outcome], []float64]
}

func ratiosOf(rule string) against {
	key := func(what string) reproduce.Key[float64] { return reproduce.Key[float64](what + rule) }
	ratio, title := over(rule, tightly), figure3Titles[rule]
	return against{
		mean(key(""), title, whole, func(o Outcome) float64 { return o.Counts[rule].Tight }),
		mean(key("ratio_"), "ratio", one, ratio), spread(key("spread_"), title+": ± sd", one, ratio),
		reproduce.Shown(key("least_"), "least", one, func(x found[Outcome]) float64 { return floats.Min(x.each(ratio)) }),
		largest(key("most_"), "most", one, ratio),
		mean(key("loose_"), "at 1e-4", one, over(rule, func(c Count) float64 { return c.Loose })),
		counted(key("failed_"), "failed, "+title, func(_ found[Outcome], o Outcome) bool { return o.ended(rule) }),
		all(reproduce.Key[[]float64]("ratios_"+rule), ratio),
	}
}

// ratioFields are those of Figure 3: the iterations, then the ratios by each of the adaptive rules.
func ratioFields() reproduce.Fields[found[Outcome]] {
	out := reproduce.Fields[found[Outcome]]{
		at[Outcome](keyD, "d", whole, features), at[Outcome](keyN, "n", whole, examples),
		mean("fixed", "fixed", whole, func(o Outcome) float64 { return o.Counts[fixed].Tight }),
	}
	var rest reproduce.Fields[found[Outcome]]
	for _, rule := range figure3Rules {
		r := ratiosOf(rule)
		out, rest = append(out, r.iterations, r.ratio), append(rest, r.spread, r.least, r.most, r.loose, r.failed, r.ratios)
	}
	return append(append(out, rest...), howMany[Outcome](), reproduce.Whole[found[Outcome]]("data", reproduce.Kind))
}

// ofRule is a mean of what the row's rule counted.
func ofRule(key reproduce.Key[float64], of func(Count) float64) reproduce.Field[found[Outcome]] {
	return reproduce.Kept(key, func(x found[Outcome]) float64 {
		return reproduce.Mean(x.all, func(o Outcome) float64 { return of(o.Counts[x.rule]) })
	})
}

// failed counts the replications in which the row's rule ended at the limit.
var failed = counted("failed", "", func(x found[Outcome], o Outcome) bool { return o.ended(x.rule) })

// ruleFields are the iterations of a rule.
var ruleFields = reproduce.Fields[found[Outcome]]{
	at[Outcome](keyD, "", whole, features), at[Outcome](keyN, "", whole, examples),
	reproduce.Kept(keyRule, func(x found[Outcome]) string { return x.rule }), ofRule(keyIterations, tightly),
	ofRule(keyLoose, func(c Count) float64 { return c.Loose }),
	ofRule(keyExcess, func(c Count) float64 { return c.Excess }), failed, howMany[Outcome](),
}
