// Package formula reads what is to be learnt from which columns, as R writes it:
//
//	price ~ size*kind + spline(age, 5) + log(distance) - 1
//
// Terms are joined by + and taken away by −. A term is a column, a function of one, or a product of columns: a:b is the
// product, a*b both columns and their product. A dot stands for all columns that are not the target. Functions are
// log(x), poly(x, degree), spline(x, features) or ns, bspline(x, features) or bs, bins(x, number), text(x) and
// offset(x). 0 and −1 take the intercept away. Names with other than letters, digits, dots and _ stand between
// backquotes.
//
// Source: Wilkinson and Rogers, Symbolic Description of Factorial Models for Analysis of Variance, Applied Statistics
// 1973; Chambers and Hastie, Statistical Models in S, 1992, chapter 2.
package formula

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/proxlab/proxlab/toolkit/encode"
)

// Formula is what a formula says.
type Formula struct {
	Target    string
	Columns   []string // that are read; beside the dot those of functions and products
	All       bool     // all columns but the target: there is a dot
	Dropped   []string // that are taken away
	Texts     []string // of Columns, those whose words are counted
	Offset    string   // the column of offset(x); "" for none
	Intercept bool
	Made      []encode.Ask
	Hidden    []string // of Columns, those that functions and products alone need
}

// functions are the steps by the names of functions.
var functions = map[string]string{
	"log": encode.Log, "poly": encode.Power, "spline": encode.Spline, "ns": encode.Spline, "bspline": encode.BSpline,
	"bs": encode.BSpline, "bins": encode.Bins,
}

// parser reads a formula, token by token.
type parser struct {
	tokens []string
	out    Formula
	main   []string // columns with features of their own
}

// Parse reads a formula. An error says what of it means nothing.
func Parse(text string) (*Formula, error) {
	tokens, err := split(text)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens, out: Formula{Intercept: true}}
	if len(tokens) < 3 || tokens[1] != "~" || !isName(tokens[0]) {
		return nil, fmt.Errorf("formula %q: TARGET ~ TERM + TERM is due", text)
	}
	p.out.Target, p.tokens = bare(tokens[0]), tokens[2:]
	plus := true
	for {
		if err := p.term(plus); err != nil {
			return nil, fmt.Errorf("formula %q: %w", text, err)
		}
		if len(p.tokens) == 0 {
			break
		}
		sign := p.next()
		if sign != "+" && sign != "-" {
			return nil, fmt.Errorf("formula %q: %q where + or - is due", text, sign)
		}
		plus = sign == "+"
	}
	if err := p.finish(); err != nil {
		return nil, fmt.Errorf("formula %q: %w", text, err)
	}
	return &p.out, nil
}

// finish says which columns are read, and which are hidden.
func (p *parser) finish() error {
	f := &p.out
	if slices.Contains(f.Columns, f.Target) {
		return fmt.Errorf("%q is the target and among the terms", f.Target)
	}
	for _, name := range f.Columns {
		gone := slices.Contains(f.Dropped, name)
		if gone && slices.ContainsFunc(f.Made, func(a encode.Ask) bool { return slices.Contains(a.Of, name) }) {
			return fmt.Errorf("%q is taken away and needed by another term", name)
		}
		if !slices.Contains(p.main, name) && name != f.Offset {
			f.Hidden = append(f.Hidden, name)
		}
	}
	f.Columns = slices.DeleteFunc(f.Columns, func(name string) bool { return slices.Contains(f.Dropped, name) })
	f.Hidden = slices.DeleteFunc(f.Hidden, func(name string) bool { return slices.Contains(f.Dropped, name) })
	if len(f.Columns) == 0 && !f.All {
		return errors.New("it has no term that is a column")
	}
	return nil
}

func (p *parser) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

func (p *parser) next() string {
	out := p.peek()
	if out != "" {
		p.tokens = p.tokens[1:]
	}
	return out
}

// term reads a term, which is added or taken away.
func (p *parser) term(plus bool) error {
	first := p.next()
	switch {
	case first == "":
		return errors.New("a term is missing at the end")
	case first == "1" || first == "0":
		p.out.Intercept = plus == (first == "1")
		return nil
	case first == ".":
		if !plus {
			return errors.New("a dot cannot be taken away")
		}
		p.out.All = true
		return nil
	case !isName(first):
		return fmt.Errorf("%q where a column is due", first)
	case p.peek() == "(":
		if !plus {
			return fmt.Errorf("%s( ) cannot be taken away: leave it out", first)
		}
		return p.function(first)
	}
	return p.product(bare(first), plus)
}

// product reads a column, or a product of columns.
func (p *parser) product(first string, plus bool) error {
	names, crossed := []string{first}, false
	for p.peek() == ":" || p.peek() == "*" {
		crossed = p.next() == "*" || crossed
		name := p.next()
		if !isName(name) || p.peek() == "(" {
			return fmt.Errorf("a product of %q: columns alone have products, and no functions of them", name)
		}
		names = append(names, bare(name))
	}
	if !plus {
		if len(names) > 1 {
			return fmt.Errorf("the product of %q cannot be taken away: leave it out", names)
		}
		p.out.Dropped = append(p.out.Dropped, first)
		return nil
	}
	p.read(names...)
	if len(names) == 1 || crossed {
		p.main = append(p.main, names...)
	}
	if len(names) == 1 {
		return nil
	}
	if !crossed {
		p.out.Made = append(p.out.Made, encode.Ask{Step: encode.Product, Of: names})
		return nil
	}
	for set := 3; set < 1<<len(names); set++ { // all products of two or more
		var of []string
		for k, name := range names {
			if set>>k&1 == 1 {
				of = append(of, name)
			}
		}
		if len(of) > 1 {
			p.out.Made = append(p.out.Made, encode.Ask{Step: encode.Product, Of: of})
		}
	}
	return nil
}

// function reads a function of a column.
func (p *parser) function(name string) error {
	p.next() // the bracket
	column := p.next()
	if !isName(column) {
		return fmt.Errorf("%s of %q: a column is due", name, column)
	}
	size := 0
	if p.peek() == "," {
		p.next()
		var err error
		if size, err = strconv.Atoi(p.next()); err != nil {
			return fmt.Errorf("%s(%s, …): a whole number is due", name, column)
		}
	}
	if p.next() != ")" {
		return fmt.Errorf("%s(%s is not closed", name, column)
	}
	column = bare(column)
	p.read(column)
	step, known := functions[name]
	switch {
	case name == "text":
		p.out.Texts, p.main = append(p.out.Texts, column), append(p.main, column)
		return nil
	case name == "offset":
		p.out.Offset = column
		return nil
	case !known:
		return fmt.Errorf("there is no function %s: there are log, poly, spline, bspline, bins, text and offset", name)
	case step == encode.Power:
		p.main = append(p.main, column)
	}
	ask := encode.Ask{Step: step, Of: []string{column}, Size: size}
	p.out.Made = append(p.out.Made, ask)
	return ask.Check()
}

// read says that columns are read.
func (p *parser) read(names ...string) {
	for _, name := range names {
		if !slices.Contains(p.out.Columns, name) {
			p.out.Columns = append(p.out.Columns, name)
		}
	}
}

// split makes tokens: names, numbers, and signs.
func split(text string) (out []string, err error) {
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '.' }
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		switch {
		case rest[0] == '`':
			end := strings.Index(rest[1:], "`")
			if end < 1 {
				return nil, fmt.Errorf("formula %q: a backquote is not closed", text)
			}
			out, rest = append(out, rest[:end+2]), rest[end+2:]
		case strings.ContainsRune("~+-*:(),", rune(rest[0])):
			out, rest = append(out, rest[:1]), rest[1:]
		default:
			end := strings.IndexFunc(rest, func(r rune) bool { return !letter(r) })
			if end < 0 {
				end = len(rest)
			}
			if end == 0 {
				return nil, fmt.Errorf("formula %q: %q means nothing; a name with other than letters and digits stands between "+
					"backquotes", text, rest[:1])
			}
			out, rest = append(out, rest[:end]), rest[end:]
		}
	}
	return out, nil
}

// isName tells whether a token is the name of a column, or of a function.
func isName(token string) bool {
	return token != "" && token != "." && (token[0] == '`' || !strings.ContainsAny(token, "~+-*:(),"))
}

// bare is a name without its backquotes.
func bare(token string) string { return strings.Trim(token, "`") }
