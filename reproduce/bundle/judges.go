package bundle

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// pair is a value of two methods at a λ.
type pair struct {
	lambda, f1, ours, theirs float64
}

// pairsOf returns a value of two methods at every λ of a table of calls, in its order; ok is false where one is
// missing.
func pairsOf(t *reproduce.Table, key reproduce.Key[float64], ours, theirs method) (out []pair, ok bool) {
	for _, r := range t.Rows {
		if methodID.In(r) != ours.id {
			continue
		}
		other, found := t.Row(runID(keyLambda.In(r), theirs.id))
		if !found || math.IsNaN(atZero.In(other)) {
			return nil, false
		}
		out = append(out, pair{keyLambda.In(r), atZero.In(r), key.In(r), key.In(other)})
	}
	return out, len(out) > 0
}

// list writes what of says at every λ.
func list(all []pair, of func(p pair) string) string {
	var out []string
	for _, p := range all {
		out = append(out, fmt.Sprintf("λ = %g: %s", p.lambda, of(p)))
	}
	return strings.Join(out, "; ")
}

// orNever writes a call.
func orNever(call float64) string {
	if math.IsNaN(call) {
		return "never"
	}
	return fmt.Sprintf("%.0f", call)
}

// late is a call, +Inf for never.
func late(call float64) float64 {
	if math.IsNaN(call) {
		return math.Inf(1)
	}
	return call
}

func f4(v float64) string { return figures.Number(v, 4) }

// decided is a finding on what no draw decides.
func decided(ours string, holds bool) reproduce.Finding {
	return reproduce.Decided(ours, holds, reproduce.NothingDrawn)
}

// judgeEarlier judges D-P7: where neither method improves, none is earlier.
func judgeEarlier(t *reproduce.Table) reproduce.Finding {
	all, ok := pairsOf(t, below.Key, restarting, standard)
	if !ok {
		return reproduce.Finding{}
	}
	ours := "first call below f(w₁), " + restarting.title + " against standard: " + list(all, func(p pair) string {
		return orNever(p.ours) + " against " + orNever(p.theirs)
	})
	return decided(ours, !slices.ContainsFunc(all, func(p pair) bool {
		return math.IsNaN(p.ours) || late(p.ours) > late(p.theirs)/2
	}))
}

// judgeGrowing judges D-B8. Rows are in falling order of λ.
func judgeGrowing(t *reproduce.Table) reproduce.Finding {
	all, ok := pairsOf(t, atLast.Key, restarting, standard)
	if !ok {
		return reproduce.Finding{}
	}
	ours := "standard less " + restarting.title + ": " + list(all, func(p pair) string { return f4(p.theirs - p.ours) })
	holds := true
	for k, p := range all {
		holds = holds && p.ours < p.theirs
		if k > 0 {
			before := all[k-1]
			holds = holds && p.theirs-p.ours >= before.theirs-before.ours-0.01*p.f1
		}
	}
	return decided(ours, holds)
}

// judgeBoth judges D-B9.
func judgeBoth(t *reproduce.Table) reproduce.Finding {
	a, b := judgeEarlier(t), judgeGrowing(t)
	if a.Ours == "" || b.Ours == "" {
		return reproduce.Finding{}
	}
	return decided(a.Ours+". "+b.Ours, a.Verdict == reproduce.Holds && b.Verdict == reproduce.Holds)
}

// many is the least number of calls that D-B10 takes for many.
const many = 5

// judgeFlat judges D-B10.
func judgeFlat(t *reproduce.Table) reproduce.Finding {
	all, ok := pairsOf(t, below.Key, restarting, standard)
	if !ok {
		return reproduce.Finding{}
	}
	ours := "first call below f(w₁), " + restarting.title + " and standard: " + list(all, func(p pair) string {
		return orNever(p.ours) + " and " + orNever(p.theirs)
	})
	return decided(ours, !slices.ContainsFunc(all, func(p pair) bool { return p.ours < many || p.theirs < many }))
}

// judgeBound judges D-B11, a statement. Where a bound is below what is certified and above what was
// found, the claim is open.
func judgeBound(t *reproduce.Table, of statement) reproduce.Finding {
	var calls, kept, broken float64
	runs := 0
	ratio := math.Inf(1)
	for _, r := range t.Rows {
		if r.Status() != "" {
			continue
		}
		runs++
		calls, kept, broken = calls+keyCalls.In(r), kept+of.kept.In(r), broken+of.broken.In(r)
		ratio = min(ratio, of.bound.In(r)/atMost.In(r))
	}
	if runs == 0 {
		return reproduce.Finding{}
	}
	f := decided(fmt.Sprintf("kept after %.0f of %.0f calls of %d runs, broken after %.0f; after the last call it is at "+
		"least %.3g times what is certified", kept, calls, runs, broken, ratio), broken == 0)
	if broken == 0 && kept < calls {
		f.Verdict = reproduce.Open
	}
	return f
}

// judgeStarts judges D-P12.
func judgeStarts(t *reproduce.Table) reproduce.Finding {
	found := map[string][]float64{}
	var f1 float64
	for _, r := range t.Rows {
		found[methodID.In(r)] = append(found[methodID.In(r)], best.In(r))
		f1 = atZero.In(r)
	}
	all := found[restarting.id]
	if len(all) != 3 {
		return reproduce.Finding{}
	}
	write := func(v []float64) string {
		var out []string
		for _, x := range v {
			out = append(out, f4(x))
		}
		return strings.Join(out, ", ")
	}
	ours := "R₀ = 0.1, 1, 10: " + write(all)
	if kiwiel := found[stabilized.id]; len(kiwiel) == 3 {
		ours += fmt.Sprintf("; the stabilized method from 0.1, 1 and 10 times its own u₀: %s", write(kiwiel))
	}
	return decided(ours, slices.Max(all)-slices.Min(all) <= 0.01*f1)
}

// judgeStabilized judges D-P13.
func judgeStabilized(t *reproduce.Table) reproduce.Finding {
	all, ok := pairsOf(t, atLast.Key, stabilized, restarting)
	if !ok {
		return reproduce.Finding{}
	}
	ours := "stabilized against R guessed: " + list(all, func(p pair) string {
		return f4(p.ours) + " against " + f4(p.theirs)
	})
	return decided(ours, !slices.ContainsFunc(all, func(p pair) bool { return !(p.ours <= p.theirs) }))
}

// judgeCertified judges D-B14.
func judgeCertified(t *reproduce.Table) reproduce.Finding {
	all, ok := pairsOf(t, toLeastGap.Key, restarting, standard)
	if !ok {
		return reproduce.Finding{}
	}
	ours := "calls to 0.1 %, " + restarting.title + " against standard: " + list(all, func(p pair) string {
		return orNever(p.ours) + " against " + orNever(p.theirs)
	})
	all = slices.DeleteFunc(all, func(p pair) bool { return math.IsNaN(p.ours) && math.IsNaN(p.theirs) })
	if len(all) == 0 {
		return reproduce.Finding{}
	}
	return decided(ours, !slices.ContainsFunc(all, func(p pair) bool {
		return math.IsNaN(p.ours) || p.ours > 2*late(p.theirs)
	}))
}
