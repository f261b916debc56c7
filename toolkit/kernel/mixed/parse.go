package mixed

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Parse is the kernel that a word says, on examples: columns that it does not name are all of X, or the one column of
// texts. The error names what it does not understand, a column that is not there or of the other kind, or a number that
// the kernel is not for.
func Parse(text string, on Examples) (Kernel, error) {
	p := &parser{left: text, on: on}
	k, err := p.sum()
	if err == nil && p.skip() != "" {
		err = fmt.Errorf("%q is more than a kernel", p.left)
	}
	if err != nil {
		return nil, fmt.Errorf("kernel %q: %w", text, err)
	}
	return k, nil
}

// parser reads sums of products of kernels.
type parser struct {
	left string
	on   Examples
	deep int
}

// skip leaves blanks out.
func (p *parser) skip() string {
	p.left = strings.TrimLeft(p.left, " \t")
	return p.left
}

// taken tells whether the text goes on so, and takes that.
func (p *parser) taken(prefix string) bool {
	rest, ok := strings.CutPrefix(p.skip(), prefix)
	if ok {
		p.left = rest
	}
	return ok
}

func (p *parser) sum() (Kernel, error) {
	const deepest = 16
	if p.deep++; p.deep > deepest {
		return nil, fmt.Errorf("parentheses are more than %d deep", deepest)
	}
	defer func() { p.deep-- }()
	var out sum
	for {
		weight, k, err := p.product()
		if err != nil {
			return nil, err
		}
		out.of, out.weights = append(out.of, k), append(out.weights, weight)
		if !p.taken("+") {
			break
		}
	}
	if len(out.of) == 1 && out.weights[0] == 1 {
		return out.of[0], nil
	}
	return out, nil
}

func (p *parser) product() (weight float64, k Kernel, err error) {
	weight = 1
	if end := strings.IndexAny(p.skip(), "*+("); end > 0 && p.left[end] == '*' {
		if v, err := strconv.ParseFloat(strings.TrimSpace(p.left[:end]), 64); err == nil {
			if !(v > 0) || math.IsInf(v, 1) {
				return 0, nil, fmt.Errorf("the weight %g: it must be positive and finite", v)
			}
			weight, p.left = v, p.left[end+1:]
		}
	}
	var out product
	for {
		k, err := p.atom()
		if err != nil {
			return 0, nil, err
		}
		if out = append(out, k); !p.taken("*") {
			break
		}
	}
	if len(out) == 1 {
		return weight, out[0], nil
	}
	return weight, out, nil
}

func (p *parser) atom() (Kernel, error) {
	within := p.taken("normalized(")
	if within || p.taken("(") {
		k, err := p.sum()
		if err == nil && !p.taken(")") {
			err = fmt.Errorf("a ) is missing before %q", p.left)
		}
		if within {
			k = normalized{k}
		}
		return k, err
	}
	end := strings.IndexAny(p.skip(), "+*()")
	if end < 0 {
		end = len(p.left)
	}
	said := strings.TrimSpace(p.left[:end])
	p.left = p.left[end:]
	return leaf(said, p.on)
}

// leaf is a kernel of columns.
func leaf(said string, on Examples) (Kernel, error) {
	head, where, named := strings.Cut(said, "@")
	name, numbers, _ := strings.Cut(head, ":")
	var columns []string
	if named {
		columns = strings.Split(where, ",")
	}
	for _, w := range numberWords {
		if w.name == name {
			return w.ofNumbers(numbers, columns, on)
		}
	}
	for _, w := range textWords {
		if w.name == name {
			return w.ofTexts(numbers, columns, on)
		}
	}
	var known []string
	for _, w := range append(slices.Clone(numberWords), textWords...) {
		known = append(known, w.name)
	}
	return nil, fmt.Errorf("there is no kernel %q: there are %s", name, strings.Join(known, ", "))
}
