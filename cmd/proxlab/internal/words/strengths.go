package words

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
)

// Strengths are those that a penalty is to be tried with, from the largest to the smallest.
type Strengths struct {
	Name   string // of the penalty
	Values []float64
}

// Grid are the strengths of those penalties that are to be tried with more than one, in their order, one or two. Models
// of all pairs are counted along the first, for each strength of the second.
type Grid []Strengths

// Count is how many models there are.
func (g Grid) Count() int {
	count := 1
	for _, s := range g {
		count *= len(s.Values)
	}
	return count
}

// At are the strengths of a place.
func (g Grid) At(k int) (out []float64) {
	for _, s := range g {
		out = append(out, s.Values[k%len(s.Values)])
		k /= len(s.Values)
	}
	return out
}

// Text says which strengths are at a place.
func (g Grid) Text(k int) string {
	var parts []string
	for i, v := range g.At(k) {
		parts = append(parts, fmt.Sprintf("%s = %.6g", g[i].Name, v))
	}
	return strings.Join(parts, ", ")
}

// Paths are those of choose.Product, of a penalty for strengths.
func (g Grid) Paths(mu float64, penalty func(strengths []float64) toolkit.Proxable) choose.Grid {
	second := []float64{1} // of no penalty
	if len(g) > 1 {
		second = g[1].Values
	}
	return choose.Product(g[0].Values, second, mu, func(alpha, beta float64) toolkit.Proxable {
		return penalty([]float64{alpha, beta}[:len(g)])
	})
}

// mostStrengths is how many a penalty may be tried with.
const mostStrengths = 1000

// strengthsOf reads one strength of a penalty, several with commas between, or FROM..TO:COUNT in equal ratios; they
// fall.
func strengthsOf(word, text string) (out []float64, err error) {
	for part := range strings.SplitSeq(text, ",") {
		more, err := strengthRange(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("%w, as in %s=0.02, or several, as in %[2]s=0.1,0.02 or %[2]s=0.1..0.001:5", err, word)
		}
		out = append(out, more...)
	}
	slices.SortFunc(out, func(a, b float64) int { return cmp.Compare(b, a) })
	for k := 1; k < len(out); k++ {
		if out[k] == out[k-1] {
			return nil, fmt.Errorf("the strength %g stands there twice", out[k])
		}
	}
	if len(out) > mostStrengths {
		return nil, fmt.Errorf("%d strengths: at most %d of a penalty are tried", len(out), mostStrengths)
	}
	return out, nil
}

// strengthRange reads a strength, or FROM..TO:COUNT, whose numbers are rounded to six digits so that they can be shown.
func strengthRange(text string) (out []float64, err error) {
	ends, number, ranged := strings.Cut(text, ":")
	first, last, both := strings.Cut(ends, "..")
	if !both {
		last = first
	}
	count := 1
	if ranged {
		count, err = strconv.Atoi(strings.TrimSpace(number))
	}
	from, bad := strconv.ParseFloat(strings.TrimSpace(first), 64)
	to, worse := strconv.ParseFloat(strings.TrimSpace(last), 64)
	switch {
	case bad != nil || worse != nil || !(from > 0) || !(to > 0) || math.IsInf(from+to, 1):
		return nil, fmt.Errorf("%q: a strength is due that is positive", text)
	case err != nil || ranged != both || ranged && (count < 2 || count > mostStrengths):
		return nil, fmt.Errorf("%q: a range is two strengths and how many, up to %d", text, mostStrengths)
	}
	for k := range count {
		v := from * math.Pow(to/from, float64(k)/float64(max(1, count-1)))
		if ranged {
			v, err = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
		}
		out = append(out, v)
	}
	return out, err
}
