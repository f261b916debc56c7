package figures_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"github.com/proxlab/proxlab/figures"
)

// A sequence that folds into a cloverleaf, two of whose pairs are wrong and one of which is not found.
const (
	cloverLetters = "GCGGAUUUAGCUCAGUUGGGAGAGCGCCAGACUGAAGAUCUGGAGGUCCUGUGUUCGAUCCACAGAAUUCGCACCA"
	cloverFound   = ".((((((..((((........)))).(((((.......))))).....(((((.......))))))))))).(..)"
	cloverTrue    = "(((((((..((((........)))).((((.........)))).....(((((.......))))))))))))...."
)

// partners are those of brackets.
func partners(brackets string) []int {
	out := make([]int, len(brackets))
	var open []int
	for i, c := range brackets {
		switch out[i] = -1; c {
		case '(':
			open = append(open, i)
		case ')':
			j := open[len(open)-1]
			open = open[:len(open)-1]
			out[i], out[j] = j, i
		}
	}
	return out
}

// Arcs above the letters are predicted, those below are true.
func ExamplePairArcs() {
	save(figures.PairArcs{
		Meta:    figures.Meta{ID: "pair-arcs", Title: "Pairs of a sequence", Subtitle: "two are wrong, one is not found"},
		Letters: cloverLetters, Pairs: partners(cloverFound), True: partners(cloverTrue),
	})
}

// A structure is drawn without anything lying upon something else.
func ExampleSecondary() {
	save(figures.Secondary{
		Meta:    figures.Meta{ID: "secondary", Title: "A structure", Subtitle: "two are wrong, one is not found"},
		Letters: cloverLetters, Pairs: partners(cloverFound), True: partners(cloverTrue),
	})
}

// Squares above the diagonal are as large as pairs are probable.
func ExamplePairDots() {
	f := figures.PairDots{
		Meta:    figures.Meta{ID: "pair-dots", Title: "Probabilities of pairs", Subtitle: "made-up numbers"},
		Letters: cloverLetters, Pairs: partners(cloverFound), True: partners(cloverFound[:72] + "...."),
	}
	n := len(f.Letters)
	f.Probabilities = make([]float64, n*n)
	for i := range n {
		for j := range n {
			f.Probabilities[i*n+j] = 0.2 * math.Exp(-float64((i+j-n)*(i+j-n))/20)
		}
		if j := f.Pairs[i]; j >= 0 {
			f.Probabilities[i*n+j] = 0.8
		}
	}
	save(f)
}

func TestGoldenPairs(t *testing.T) {
	t.Parallel()
	cmpimg.CheckPlot(ExamplePairArcs, t, "pair-arcs.png")
	cmpimg.CheckPlot(ExampleSecondary, t, "secondary.png")
	cmpimg.CheckPlot(ExamplePairDots, t, "pair-dots.png")
}

// TestPairs: what is no structure is an error and no chart; none, one base, long ones, and letters that would leave
// their place in a page are drawn.
func TestPairs(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("(((...", 40) + strings.Repeat("...)))", 40)
	for what, c := range map[string]struct {
		letters   string
		pairs     []int
		known     []int
		draws     bool
		alsoDrawn bool // crossing pairs, as a drawn structure
	}{
		"nothing":          {},
		"a place less":     {letters: "AC", pairs: []int{-1}},
		"not mutual":       {letters: "AC", pairs: []int{1, -1}},
		"beyond the end":   {letters: "AC", pairs: []int{2, -1}},
		"with itself":      {letters: "AC", pairs: []int{0, -1}},
		"a true less":      {letters: "AC", pairs: []int{1, 0}, known: []int{1}},
		"one base":         {letters: "A", pairs: []int{-1}, draws: true, alsoDrawn: true},
		"no pair":          {letters: "ACG", pairs: []int{-1, -1, -1}, known: []int{2, -1, 0}, draws: true, alsoDrawn: true},
		"neighbours":       {letters: "AU", pairs: []int{1, 0}, draws: true, alsoDrawn: true},
		"crossing":         {letters: "ACUG", pairs: []int{2, 3, 0, 1}, draws: true},
		"hostile letters":  {letters: `<"a>'&`, pairs: partners("(....)"), draws: true, alsoDrawn: true},
		"480 bases":        {letters: strings.Repeat("ACG", 160), pairs: partners(long), draws: true, alsoDrawn: true},
		"letters in UTF-8": {letters: "é", pairs: []int{-1, -1}},
	} {
		m := figures.Meta{ID: "p", Title: what}
		n := len(c.letters)
		if n > 10 {
			n = 0
		}
		for _, f := range []figures.Figure{
			figures.PairArcs{Meta: m, Letters: c.letters, Pairs: c.pairs, True: c.known},
			figures.Secondary{Meta: m, Letters: c.letters, Pairs: c.pairs, True: c.known},
			figures.PairDots{Meta: m, Letters: c.letters, Pairs: c.pairs, True: c.known, Probabilities: make([]float64, n*n)},
		} {
			draws := c.draws
			if _, ok := f.(figures.Secondary); ok {
				draws = c.alsoDrawn
			}
			if _, ok := f.(figures.PairDots); ok && n == 0 {
				draws = false
			}
			_, err := figures.PNGAt(f, 20)
			if chart := f.Chart(); (err == nil) != draws || json.Valid([]byte(chart)) != draws {
				t.Errorf("%s, %T: error %v, chart %.200q", what, f, err, chart)
			}
			if s := figures.Snippet(f); draws && strings.Count(s, "</script>") != 1 {
				t.Errorf("%s, %T: a letter left its place", what, f)
			}
			_ = figures.Alt(f)
		}
	}
}
