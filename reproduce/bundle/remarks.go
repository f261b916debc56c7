package bundle

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
)

// guide says what is run and how to read the tables.
const guide = `
A bundle method knows a function by calls alone: each gives a value and a subgradient, and with them a plane below the
function, a cut. The standard method goes to where the largest of the cuts and the ridge are least; at small λ that is
far away, and nothing is gained for many calls. The paper's Algorithm 4 adds curvature around all points so far, as much
as a radius R tells it. The paper ran it with R guessed as in its online algorithm, and so do verdicts have it;
R = 1/√λ, the bound of its analysis, stands beside it. The stabilized method of Kiwiel (1990), which came before, adds
curvature around the best point alone.

The functions are the structured hinge of a folding model with 336 weights on the RNA of 151 families; hinges of
rankings, by NDCG@10 and by pairs, on LightGBM's example and on MQ2008, as the paper's 1,000 queries were not published;
and plain hinges, of which the calls to a certified gap can be counted. A gap is certified by the minimum of the cuts
and the ridge, whatever the method.

The tables calls have the best objective after 10, 20, 40 and all calls; Figure 3 has the same as curves, λ falling. The
tables starts vary the first guess of R, or of the weight of the stabilized method. The table bounds has Algorithm 4
beside Proposition 3 and Theorem 5, the table folds the cross-validation of folding, the table ndcg rankings of test
queries. At quick scale the data are small and synthetic.
`

// remarks returns what to note on a record.
func remarks(rec *reproduce.Record) (out []string) {
	for _, r := range []string{leastOf(rec), atTies(rec), uncertified(rec), folded(rec), ranked(rec), loose(rec)} {
		if r != "" {
			out = append(out, r)
		}
	}
	return out
}

// at is a value of a method in a table of calls; NaN where it is missing.
func valueAt(rec *reproduce.Record, set string, lambda float64, m method, key reproduce.Key[float64]) float64 {
	r, _ := rec.Table(tableCalls + set).Row(runID(lambda, m.id))
	return key.In(r)
}

// leastOf tells at how many λ of how many each method's last objective is the least.
func leastOf(rec *reproduce.Record) string {
	wins, all := map[string]int{}, 0
	for _, s := range sets {
		for _, lambda := range s.lambdas {
			best, least := "", math.Inf(1)
			for _, m := range figureMethods {
				if v := valueAt(rec, s.id, lambda, m, atLast.Key); v < least {
					best, least = m.id, v
				}
			}
			if best != "" {
				wins[best]++
				all++
			}
		}
	}
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("After the last call shown the stabilized method's objective is the least at %d of %d λ, that of "+
		"Algorithm 4 at %d with R guessed and at %d with R = 1/√λ, the standard method's at %d.", wins[stabilized.id], all,
		wins[restarting.id], wins[literal.id], wins[standard.id])
}

// atTies tells what the structure that is taken at w = 0 does to the flat stretch.
func atTies(rec *reproduce.Record) string {
	t := rec.Table(tableTies)
	if t == nil {
		return ""
	}
	found := map[string][]string{}
	for _, r := range t.Rows {
		if r.Status() == "" {
			found[methodID.In(r)] = append(found[methodID.In(r)], orNever(below.In(r)))
		}
	}
	if len(found[standard.id]) < 2 || len(found[restarting.id]) < 2 {
		return ""
	}
	return fmt.Sprintf("When RNA curves leave f(w₁) depends on which of the structures that are alike at w = 0 is taken. "+
		"At λ = %g the first call below it is %s for the standard method, and %s for Algorithm 4 with R guessed: by the "+
		"folder's order, and by three others.", setOf("rna").startAt, strings.Join(found[standard.id], ", "),
		strings.Join(found[restarting.id], ", "))
}

// uncertified warns of the gap of folding at small λ.
func uncertified(rec *reproduce.Record) string {
	s := setOf("rna")
	lambda := s.lambdas[len(s.lambdas)-1]
	gap := valueAt(rec, s.id, lambda, stabilized, gap.Key)
	if math.IsNaN(gap) {
		return ""
	}
	return fmt.Sprintf("RNA folding at λ = %g: the gap that is certified after the last call is %.0f %% of the "+
		"objective, of the method with the least. A small λ leaves the minimum of the cuts far below that of the "+
		"function, and says nothing of how near f is.", lambda, gap)
}

// folded compares trained folding with what is quoted.
func folded(rec *reproduce.Record) string {
	t := rec.Table(tableFolds)
	if t == nil {
		return ""
	}
	best := map[string]reproduce.Row{}
	for _, r := range t.Rows {
		kind, _, _ := strings.Cut(keyTraining.In(r), "/")
		if b, ok := best[kind]; !math.IsNaN(f1.mean.In(r)) && (!ok || f1.mean.In(r) > f1.mean.In(b)) {
			best[kind] = r
		}
	}
	margin, likely, quoted := best["margin"], best["likelihood"], best[""]
	if math.IsNaN(f1.mean.In(margin) + f1.mean.In(likely) + f1.mean.In(quoted)) {
		return ""
	}
	said := func(r reproduce.Row) string {
		of := f1.splits.In(r)
		return fmt.Sprintf("F₁ = %.3f (%.3f to %.3f in %d splits)", f1.mean.In(r), slices.Min(of), slices.Max(of), len(of))
	}
	return fmt.Sprintf("Margin training folds RNA of other families with %s at best (%s), by the structure of the "+
		"highest score; the likelihood with %s, by the decoder %s. %s, quoted, has %.3f.", said(margin),
		trainingTitle(margin, ""), said(likely), decodedBy.In(likely), keyQuoted.In(quoted), f1.mean.In(quoted))
}

// ranked compares rankings of test queries with what is quoted.
func ranked(rec *reproduce.Record) string {
	t := rec.Table(tableNDCG)
	if t == nil {
		return ""
	}
	low, high := map[string]float64{}, map[string]float64{}
	quoted := false
	for _, r := range t.Rows {
		id := keySet.In(r)
		if keyQuoted.In(r) != "" {
			quoted = true
			continue
		}
		v := keyNDCG(stabilized).In(r)
		if _, ok := low[id]; !ok {
			low[id], high[id] = v, v
		}
		low[id], high[id] = min(low[id], v), max(high[id], v)
	}
	out := ""
	for _, s := range sets {
		if v, ok := low[s.id]; ok && !math.IsNaN(v) {
			out += fmt.Sprintf(", %.3f to %.3f (%s)", v, high[s.id], s.title)
		}
	}
	if out == "" || !quoted {
		return ""
	}
	return "Test NDCG@10 of the stabilized method over all λ: " + out[2:] + "; what others have is in the table."
}

// loose tells how far the bounds are from what is seen.
func loose(rec *reproduce.Record) string {
	t := rec.Table(tableTheory)
	if t == nil {
		return ""
	}
	var beyond float64
	least := math.Inf(1)
	for _, r := range t.Rows {
		if r.Status() != "" {
			continue
		}
		beyond += outside.In(r)
		least = min(least, third.bound.In(r)/atMost.In(r))
	}
	if math.IsInf(least, 1) {
		return ""
	}
	return fmt.Sprintf("Proposition 3 is loose: after the last call it is at least %.2g times what is certified. "+
		"Algorithm 4 was beyond R = 1/√λ, where nothing is proved, in %.0f calls.", least, beyond)
}
