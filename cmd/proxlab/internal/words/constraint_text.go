package words

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// names find features by what they are called, or by their numbers from 1.
type names struct {
	list []string // nil where there are none
	d    int
}

// feature is that of a name, of x7, or of 7.
func (n names) feature(text string) (int, error) {
	text = strings.TrimSpace(text)
	if quoted, err := strconv.Unquote(text); err == nil && strings.HasPrefix(text, `"`) {
		text = quoted
	}
	for j, name := range n.list {
		if name == text {
			return j, nil
		}
	}
	number, err := strconv.Atoi(strings.TrimPrefix(text, "x"))
	switch {
	case text == "":
		return 0, errors.New("a feature is missing")
	case err != nil:
		return 0, fmt.Errorf("%.60q is no feature: a name, or a number from 1 as in x7, is due", text)
	case number < 1 || number > n.d:
		return 0, fmt.Errorf("there is no feature %d: the data have %d", number, n.d)
	}
	return number - 1, nil
}

// features are those of a list, a,b,c, in which a..c are those from a to c.
func (n names) features(text string) (out []int, err error) {
	for _, item := range outside(text, ',') {
		first, last, isRange := strings.Cut(item, "..")
		if !isRange {
			last = first
		}
		from, err := n.feature(first)
		if err != nil {
			return nil, err
		}
		to, err := n.feature(last)
		if err != nil {
			return nil, err
		}
		if to < from {
			return nil, fmt.Errorf("the features %s fall: the first of a range comes first", strings.TrimSpace(item))
		}
		for j := from; j <= to; j++ {
			out = append(out, j)
		}
	}
	seen := map[int]bool{}
	for _, j := range out {
		if seen[j] {
			return nil, fmt.Errorf("feature %d is named twice", j+1)
		}
		seen[j] = true
	}
	return out, nil
}

// outside divides text where separator stands outside of quotes.
func outside(text string, separator rune) (out []string) {
	from, quoted := 0, false
	for i, c := range text {
		switch {
		case c == '"':
			quoted = !quoted
		case c == separator && !quoted:
			out, from = append(out, text[from:i]), i+1
		}
	}
	return append(out, text[from:])
}

// sum is Σ_j c_j w_j + constant, and every times each weight.
type sum struct {
	of              map[int]float64
	every, constant float64
}

// parser reads a sum.
type parser struct {
	names
	text string // what is left
}

// sum reads terms c, c*name, name, sum(a..b) and x, with signs between them.
func (n names) sum(text string) (sum, error) {
	p := &parser{n, strings.TrimSpace(text)}
	out := sum{of: map[int]float64{}}
	if p.text == "" {
		return out, errors.New("a side is empty")
	}
	for first := true; p.text != ""; first = false {
		sign := 1.0
		switch c := p.text[0]; {
		case c == '+' || c == '-':
			if p.take(1); c == '-' {
				sign = -1
			}
		case !first:
			return out, fmt.Errorf("before %.60q a + or − is due", p.text)
		}
		if err := p.term(&out, sign); err != nil {
			return out, err
		}
	}
	return out, nil
}

// take takes so many bytes, and the blanks that follow.
func (p *parser) take(count int) string {
	taken := p.text[:count]
	p.text = strings.TrimSpace(p.text[count:])
	return taken
}

// term adds a term.
func (p *parser) term(to *sum, factor float64) error {
	number := p.number()
	if number != "" {
		v, err := strconv.ParseFloat(number, 64)
		if err != nil || math.IsInf(v, 0) {
			return fmt.Errorf("%.60q is no number", number)
		}
		factor *= v
		if !strings.HasPrefix(p.text, "*") {
			to.constant += factor
			return nil
		}
		p.take(1)
	}
	atom, err := p.atom()
	if err != nil {
		return err
	}
	if list, is := strings.CutPrefix(atom, "sum("); is {
		features, err := p.features(strings.TrimSuffix(list, ")"))
		for _, j := range features {
			to.of[j] += factor
		}
		return err
	}
	if j, err := p.feature(atom); err == nil {
		to.of[j] += factor
		return nil
	} else if atom != "x" {
		return err
	}
	to.every += factor
	return nil
}

// number takes the digits that are next; "" where there are none.
func (p *parser) number() string {
	end := 0
	for end < len(p.text) {
		c := p.text[end]
		digit := c >= '0' && c <= '9' || c == '.'
		exponent := end > 0 && (c == 'e' || c == 'E') ||
			end > 1 && (c == '+' || c == '-') && strings.ContainsRune("eE", rune(p.text[end-1]))
		if !digit && !exponent {
			break
		}
		end++
	}
	return p.take(end)
}

// atom takes a name, one in quotes, or sum(…).
func (p *parser) atom() (string, error) {
	end := strings.IndexFunc(p.text, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && c != '.'
	})
	if end < 0 {
		end = len(p.text)
	}
	switch {
	case strings.HasPrefix(p.text, `"`):
		if end = strings.Index(p.text[1:], `"`) + 2; end < 2 {
			return "", errors.New("a quote is not closed")
		}
	case p.text[:end] == "sum" && strings.HasPrefix(p.text[end:], "("):
		inner := outside(p.text, ')')
		if len(inner) < 2 {
			return "", errors.New("a parenthesis is not closed")
		}
		end = len(inner[0]) + 1
	case end == 0:
		return "", fmt.Errorf("a feature is due before %.60q: its name, in quotes where that has other signs than letters, "+
			"digits, _ and the dot", p.text)
	}
	return p.take(end), nil
}
