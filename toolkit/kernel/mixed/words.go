package mixed

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/toolkit/kernel"
)

// Words are the kernels that Parse knows, each with what it is.
func Words() [][2]string {
	var out [][2]string
	for _, w := range append(slices.Clone(numberWords), textWords...) {
		out = append(out, [2]string{w.usage, w.formula})
	}
	return append(out, [2]string{"normalized(K)", "k(x, z)/√(k(x, x) k(z, z))"}, [2]string{"a*K + b*L", "sums"},
		[2]string{"K*L", "products"})
}

// word is a kernel by name: how many numbers it needs and takes, and what makes it.
type word struct {
	name, usage, formula string
	least, most          int
	dots                 func(p []float64) kernel.Kernel
	points               func(p []float64) func(x, z []float64) float64
	pieces               func(p []float64) func(string, func(string, float64))
	nonnegative          bool // of the columns
	check                func(p []float64) string
}

var numberWords = []word{
	{name: "linear", usage: "linear", formula: "⟨x, z⟩", dots: func([]float64) kernel.Kernel { return kernel.Linear{} }},
	{
		name: "gaussian", usage: "gaussian:σ, gaussian:auto", least: 1, most: 1,
		formula: "exp(−‖x − z‖²/(2σ²)); auto is σ² = d/2 times the variance of the numbers",
		dots:    func(p []float64) kernel.Kernel { return kernel.Gaussian{Variance: p[0] * p[0]} },
	},
	{
		name: "polynomial", usage: "polynomial:p,c", formula: "(⟨x, z⟩ + c)^p; c = 1 unless given", least: 1, most: 2,
		dots: func(p []float64) kernel.Kernel { return kernel.Power{Degree: int(p[0]), Offset: orElse(p, 1, 1)} },
		check: func(p []float64) string {
			if p[0] != math.Trunc(p[0]) || p[0] > 20 || orElse(p, 1, 1) < 0 {
				return "p is a whole number up to 20, and c is not negative"
			}
			return ""
		},
	},
	{
		name: "matern", usage: "matern:ν,σ", formula: "Matérn's of ν = 0.5, 1.5 or 2.5", least: 2, most: 2,
		dots: func(p []float64) kernel.Kernel { return kernel.Matern{Nu: p[0], Width: p[1]} },
		check: func(p []float64) string {
			if !slices.Contains([]float64{0.5, 1.5, 2.5}, p[0]) {
				return "ν is 0.5, 1.5 or 2.5"
			}
			return ""
		},
	},
	{
		name: "laplace", usage: "laplace:σ", formula: "exp(−‖x − z‖₁/σ)", least: 1, most: 1,
		points: func(p []float64) func(x, z []float64) float64 { return laplace(p[0]) },
	},
	{
		name: "chi2", usage: "chi2:γ", formula: "exp(−γ Σ (x − z)²/(x + z)) of numbers ≥ 0", least: 1, most: 1,
		nonnegative: true,
		points:      func(p []float64) func(x, z []float64) float64 { return chiSquared(p[0]) },
	},
	{
		name: "intersection", usage: "intersection", formula: "Σ min(x, z) of numbers ≥ 0", nonnegative: true,
		points: func([]float64) func(x, z []float64) float64 { return intersection },
	},
}

var textWords = []word{
	{
		name: "spectrum", usage: "spectrum:k@TEXT", formula: "common substrings of k letters", least: 1, most: 1,
		pieces: func(p []float64) func(string, func(string, float64)) { return runs(int(p[0]), letters, "") },
	},
	{
		name: "words", usage: "words:k@TEXT", formula: "common runs of k words", least: 1, most: 1,
		pieces: func(p []float64) func(string, func(string, float64)) { return runs(int(p[0]), strings.Fields, " ") },
	},
	{
		name: "gapped", usage: "gapped:k,g@TEXT", formula: "k letters in order with up to g between, ½ for each",
		least: 2, most: 2,
		pieces: func(p []float64) func(string, func(string, float64)) {
			return gapped(int(p[0]), int(p[1]), letters, "")
		},
	},
	{
		name: "gapped-words", usage: "gapped-words:k,g@TEXT", formula: "k words in order with up to g between, ½ for each",
		least: 2, most: 2,
		pieces: func(p []float64) func(string, func(string, float64)) {
			return gapped(int(p[0]), int(p[1]), strings.Fields, " ")
		},
	},
}

// orElse is number i of several, or what stands for one that is not given.
func orElse(p []float64, i int, otherwise float64) float64 {
	if i < len(p) {
		return p[i]
	}
	return otherwise
}

// parameters are the numbers of a kernel.
func (w word) parameters(text string) (out []float64, err error) {
	for _, part := range strings.Split(text, ",") {
		if text == "" {
			break
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%s: %q is no number", w.name, part)
		}
		out = append(out, v)
	}
	if len(out) < w.least || len(out) > w.most {
		return nil, fmt.Errorf("%s has %d numbers: say %s", w.name, len(out), w.usage)
	}
	if len(out) > 0 && !(out[0] > 0) || w.most == 2 && w.least == 2 && !(out[1] > 0) {
		return nil, fmt.Errorf("%s:%s: its numbers must be positive", w.name, text)
	}
	if w.check != nil {
		if wrong := w.check(out); wrong != "" {
			return nil, fmt.Errorf("%s:%s: %s", w.name, text, wrong)
		}
	}
	return out, nil
}

func (w word) ofNumbers(text string, columns []string, on Examples) (Kernel, error) {
	if on.Sparse != nil {
		if _, err := places(columns, on.Sparse.C); err != nil {
			return nil, err
		}
	} else if columns == nil {
		columns = on.Columns
	}
	for _, c := range columns {
		switch {
		case on.Sparse != nil:
		case slices.Contains(on.TextColumns, c):
			return nil, fmt.Errorf("%s is a kernel of numbers, and column %q has texts: %s are for these", w.name, c,
				"spectrum, words, gapped and gapped-words")
		case !slices.Contains(on.Columns, c):
			return nil, fmt.Errorf("there is no column %q", c)
		}
	}
	if len(columns) == 0 && on.Sparse == nil {
		return nil, fmt.Errorf("%s is a kernel of numbers, and no column has any", w.name)
	}
	k := &ofNumbers{word: w.name, columns: columns}
	numbers, d, zeros := k.numbers(on)
	if text == "auto" && w.name == "gaussian" {
		sigma := spread(numbers, zeros, d)
		if !(sigma > 0) {
			return nil, fmt.Errorf("gaussian:auto: all numbers of the columns are the same")
		}
		text = strconv.FormatFloat(sigma, 'g', -1, 64)
	}
	p, err := w.parameters(text)
	if err != nil {
		return nil, err
	}
	if text != "" {
		k.word += ":" + text
	}
	if w.nonnegative {
		if at := slices.IndexFunc(numbers, func(v float64) bool { return v < 0 }); at >= 0 {
			return nil, fmt.Errorf("%s is of numbers that are not negative, and %s", w.name, k.named(on, at))
		}
	}
	if w.dots != nil {
		k.dots = w.dots(p)
		return &ofDots{*k}, nil
	}
	k.points = w.points(p)
	return k, nil
}

// spread is σ with σ² = d/2 times the variance of the numbers, and of so many zeros beside them, where 1/(2σ²) is the
// default of scikit-learn.
func spread(data []float64, zeros, d int) float64 {
	n := float64(len(data) + zeros)
	var mean float64
	for _, v := range data {
		mean += v / n
	}
	square := float64(zeros) * mean * mean / n
	for _, v := range data {
		square += (v - mean) * (v - mean) / n
	}
	return math.Sqrt(float64(d) / 2 * square)
}

func (w word) ofTexts(text string, columns []string, on Examples) (Kernel, error) {
	if columns == nil {
		columns = on.TextColumns
	}
	if len(columns) != 1 {
		return nil, fmt.Errorf("%s is a kernel of one column of texts, and these are %d: name one, as in %s:%s@text",
			w.name, len(columns), w.name, text)
	}
	switch c := columns[0]; {
	case slices.Contains(on.Columns, c):
		return nil, fmt.Errorf("%s is a kernel of texts, and column %q has numbers", w.name, c)
	case !slices.Contains(on.TextColumns, c):
		return nil, fmt.Errorf("there is no column %q", c)
	}
	p, err := w.parameters(text)
	if err != nil {
		return nil, err
	}
	for _, v := range p {
		if v != math.Trunc(v) || v > 50 {
			return nil, fmt.Errorf("%s:%s: its numbers are whole, up to 50", w.name, text)
		}
	}
	return &ofTexts{w.name + ":" + text, columns[0], w.pieces(p)}, nil
}

// OfTexts tells whether a kernel of this name is of a column of texts.
func OfTexts(name string) bool {
	return slices.ContainsFunc(textWords, func(w word) bool { return w.name == name })
}
