package words

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// row is lo ≤ Σ_j c_j w_j ≤ hi.
type row struct {
	of     map[int]float64
	lo, hi float64
}

// ConstraintHelp are the forms of --constraint.
const ConstraintHelp = `  sum(x1..x40)=0      linear, of weights: numbers, names, sum, * + -, <= = >=
  0<=x<=0.9           of every weight (x), of features as they are
  monotone:a,b,c      w_a ≤ w_b ≤ w_c; convex:a,b,c: their differences rise;
                      concave:a,b,c: they fall; without a list of all weights
  simplex             weights ≥ 0 that sum up to 1; simplex:a,b,c of some

a, b and c are features by name, in double quotes where that has other signs than
letters, digits, _ and the dot, or by number: x7, or 7 in lists; a..c is a range.`

// constraintRows reads a value of --constraint.
func constraintRows(text string, n names) (rows []row, err error) {
	kind, list, named := strings.Cut(strings.TrimSpace(text), ":")
	of := everyFeature(n.d)
	shape, known := shapes[kind]
	switch {
	case !known:
		rows, err = relations(text, n)
	case named:
		of, err = n.features(list)
	}
	if err == nil && known {
		if err = shape.fits(of); err == nil {
			rows = shape.rows(of)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("--constraint %.80q: %w", text, err)
	}
	return rows, nil
}

func everyFeature(d int) (out []int) {
	for j := range d {
		out = append(out, j)
	}
	return out
}

// shape is a kind of constraint of a list of features, of which it needs so many.
type shape struct {
	least int
	rows  func(of []int) []row
}

func (s shape) fits(of []int) error {
	if len(of) < s.least {
		return fmt.Errorf("%d features are due at least", s.least)
	}
	return nil
}

var shapes = map[string]shape{
	"simplex": {0, func(of []int) (rows []row) {
		total := row{map[int]float64{}, 1, 1}
		for _, j := range of {
			total.of[j] = 1
			rows = append(rows, row{map[int]float64{j: 1}, 0, math.Inf(1)})
		}
		return append(rows, total)
	}},
	"monotone": stencil(-1, 1),
	"convex":   stencil(1, -2, 1),
	"concave":  stencil(-1, 2, -1),
}

// stencil is Σ_k c_k w_{j+k} ≥ 0 along a list.
func stencil(c ...float64) shape {
	return shape{len(c), func(of []int) (rows []row) {
		for at := range len(of) - len(c) + 1 {
			r := row{map[int]float64{}, 0, math.Inf(1)}
			for k, v := range c {
				r.of[of[at+k]] = v
			}
			rows = append(rows, r)
		}
		return rows
	}}
}

var relation = regexp.MustCompile(`<=|>=|==|=|≤|≥`)

// relations reads a chain of sums, as in 0 <= a + b <= 1.
func relations(text string, n names) (rows []row, err error) {
	masked := mask(text)
	between := relation.FindAllStringIndex(masked, -1)
	if between == nil {
		return nil, errors.New("it is none of simplex, monotone:, convex: and concave:, and has no =, <= or >=")
	}
	var sides []sum
	from := 0
	for _, at := range append(between, []int{len(text), len(text)}) {
		side, err := n.sum(text[from:at[0]])
		if err != nil {
			return nil, err
		}
		sides, from = append(sides, side), at[1]
	}
	for k, at := range between {
		more, err := related(sides[k], sides[k+1], text[at[0]:at[1]], n.d)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return merged(rows)
}

// mask hides what stands in quotes.
func mask(text string) string {
	quoted := false
	return strings.Map(func(c rune) rune {
		if c == '"' {
			quoted = !quoted
		}
		if quoted && c < 128 {
			return '_'
		}
		return c
	}, text)
}

// related are the rows of a relation between two sums.
func related(a, b sum, sign string, d int) (rows []row, err error) {
	of := map[int]float64{}
	for j, v := range a.of {
		of[j] += v
	}
	for j, v := range b.of {
		of[j] -= v
	}
	every, right := a.every-b.every, b.constant-a.constant
	lo, hi := right, right
	switch sign {
	case "<=", "≤":
		lo = math.Inf(-1)
	case ">=", "≥":
		hi = math.Inf(1)
	}
	if every == 0 {
		return oneRow(of, lo, hi)
	}
	for j := range d {
		whole := map[int]float64{j: every}
		for i, v := range of {
			whole[i] += v
		}
		more, err := oneRow(whole, lo, hi)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// oneRow is a row, none where it says nothing.
func oneRow(of map[int]float64, lo, hi float64) ([]row, error) {
	for j, v := range of {
		if v == 0 {
			delete(of, j)
		}
	}
	if len(of) == 0 {
		if lo <= 0 && hi >= 0 {
			return nil, nil
		}
		return nil, errors.New("no weights meet it: it is about numbers alone, and wrong")
	}
	return []row{{of, lo, hi}}, nil
}

// merged joins neighbours of a chain about the same sum, and says where nothing meets both.
func merged(rows []row) (out []row, err error) {
	key := func(r row) string {
		var parts []string
		for j, v := range r.of {
			parts = append(parts, fmt.Sprint(j, v))
		}
		slices.Sort(parts)
		return strings.Join(parts, " ")
	}
	at := map[string]int{}
	for _, r := range rows {
		// −w ≤ b is w ≥ −b: the first weight's factor becomes 1
		least := math.MaxInt
		for j := range r.of {
			least = min(least, j)
		}
		c := r.of[least]
		for j := range r.of {
			r.of[j] /= c
		}
		if r.lo, r.hi = r.lo/c, r.hi/c; c < 0 {
			r.lo, r.hi = r.hi, r.lo
		}
		k, known := at[key(r)]
		if !known {
			at[key(r)], out = len(out), append(out, r)
			continue
		}
		out[k].lo, out[k].hi = math.Max(out[k].lo, r.lo), math.Min(out[k].hi, r.hi)
		if out[k].lo > out[k].hi {
			return nil, fmt.Errorf("no weights meet it: nothing is at least %g and at most %g", out[k].lo, out[k].hi)
		}
	}
	return out, nil
}
