package explorables

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// Fold folds the reader's own RNA: the best structure, or the one of the highest expected accuracy, and the
// probabilities of its pairs.
var Fold = explore.Explorable{
	Name: "explore-fold", Title: "Your own sequence folds",
	Subtitle: "energies of stacks by Turner 2004, those of loops by their lengths alone: a simplification",
	Controls: []explore.Control{
		{
			Kind: explore.Text, Name: "sequence", Label: "an RNA, at the start the tRNA of phenylalanine (yeast)", Rows: 2,
			Word: "GCGGAUUUAGCUCAGUUGGGAGAGCGCCAGACUGAAGAUCUGGAGGUCCUGUGUUCGAUCCACAGAAUUCGCACCA",
		},
		{Kind: explore.Choice, Name: "which", Label: "structure", Word: foldBest, Options: []string{foldBest, foldExpected}},
		{
			Kind: explore.Slider, Name: "gamma", Label: "γ, the worth of a pair", Min: 0.25, Max: 16, Step: 0.1, Log: true,
			Start: 2,
		},
	},
	Answer: answerFold,
}

const (
	foldBest     = "of least energy"
	foldExpected = "of the highest expected accuracy"
	foldLongest  = 160
	thermal      = 0.61632 // RT at 37 °C, in kcal/mol
)

// stackEnergies are those of a pair, by row, upon another, by column, which is read from the other strand, in kcal/mol.
//
// Source: Mathews, Disney, Childs, Schroeder, Zuker, Turner, PNAS 2004, in the table of the Vienna RNA package.
var stackEnergies = map[string][6]float64{
	"CG": {-2.4, -3.3, -2.1, -1.4, -2.1, -2.1}, "GC": {-3.3, -3.4, -2.5, -1.5, -2.2, -2.4},
	"GU": {-2.1, -2.5, 1.3, -0.5, -1.4, -1.3}, "UG": {-1.4, -1.5, -0.5, 0.3, -0.6, -1.0},
	"AU": {-2.1, -2.2, -1.4, -0.6, -1.1, -0.9}, "UA": {-2.1, -2.4, -1.3, -1.0, -0.9, -1.3},
}

// foldWeights are −energy/RT for the features of package rna. Energies of loops of a length are those of Turner 2004 up
// to 9 bases, and grow by 1.75 RT log from there; that of hairpins has 0.8 for the mismatch that closes it.
var foldWeights = sync.OnceValue(func() []float64 {
	order := []string{"CG", "GC", "GU", "UG", "AU", "UA"}
	at := map[string]int{}
	for k, name := range rna.Names() {
		at[name] = k
	}
	w := make([]float64, rna.Features)
	for outer, row := range stackEnergies {
		for k, energy := range row {
			inner := order[k] // from the other strand
			for _, name := range []string{"stack " + outer + " on " + turned(inner), "stack " + inner + " on " + turned(outer)} {
				if j, ok := at[name]; ok {
					w[j] = -energy / thermal
				}
			}
		}
	}
	lengths := func(family string, least int, energies []float64) {
		before := 0.
		for length := least; ; length++ {
			j, ok := at[fmt.Sprintf("%s of %d or more", family, length)]
			if !ok {
				return
			}
			last := least + len(energies) - 1
			energy := energies[min(length, last)-least] + 1.75*thermal*math.Log(float64(max(length, last))/float64(last))
			w[j] = -(energy - before) / thermal
			before = energy
		}
	}
	lengths("hairpin", 0, []float64{9, 9, 9, 5.4, 4.8, 4.9, 4.6, 5.2, 4.7, 5.6})
	lengths("bulge", 1, []float64{2.2, 2.8, 3.2, 3.6, 4.0, 4.4})
	lengths("interior loop", 2, []float64{0.8, 1.4, 1.1, 2.0, 2.0})
	lengths("asymmetry", 1, []float64{0.6, 1.2, 1.8, 2.4, 3.0, 3.0})
	for _, end := range []string{"AU", "UA", "GU", "UG"} {
		w[at["end "+end]] = -0.5 / thermal
	}
	w[at["multiple loop"]], w[at["multiple loop, branch"]] = -3.4/thermal, -0.4/thermal
	return w
})

// turned is a pair from the other strand.
func turned(pair string) string { return string([]byte{pair[1], pair[0]}) }

// folded is what the model says of a sequence, whatever is shown of it.
type folded struct {
	of                  string
	best                rna.Structure
	score, logPartition float64
	probability         []float64 // of pairs
}

// folder keeps its tables, and the last sequence: a reader who moves γ asks for it again and again.
var folder = struct {
	sync.Mutex
	*rna.Folder
	ensemble *rna.Ensemble
	last     folded
}{}

// folds folds a sequence, once.
func folds(x rna.Sequence) folded {
	folder.Lock()
	defer folder.Unlock()
	if folder.Folder == nil {
		folder.Folder, folder.ensemble = rna.NewFolder(foldWeights()), rna.NewEnsemble(foldWeights())
	}
	if f := &folder.last; f.of != x.String() {
		f.of, f.probability = x.String(), folder.ensemble.Pairs(x)
		f.best, f.score = folder.Fold(x)
		f.best, f.logPartition = slices.Clone(f.best), folder.ensemble.LogPartition(x)
	}
	return folder.last
}

func answerFold(_ context.Context, v explore.Values) (a explore.Answer, err error) {
	text := strings.Join(strings.Fields(v.Words["sequence"]), "")
	x, err := rna.ParseSequence(text)
	if err != nil {
		return a, err
	}
	if len(x) == 0 || len(x) > foldLongest {
		return a, fmt.Errorf("the sequence has %d letters: this page takes 1 to %d", len(x), foldLongest)
	}
	f := folds(x)
	probability, shown := f.probability, f.best
	if v.Words["which"] == foldExpected {
		shown = rna.MaximumExpectedAccuracy(probability, len(x), v.Numbers["gamma"])
	}
	if shown == nil {
		return a, errors.New("there is no structure")
	}
	pairs, expected := 0, 0.
	for i, j := range shown {
		if j > i {
			pairs++
			expected += probability[i*len(x)+j]
		}
	}
	a.Facts = []explore.Fact{
		{Name: "least energy (kcal/mol)", Value: -thermal * f.score},
		{Name: "of the ensemble", Value: -thermal * f.logPartition},
		{Name: "pairs shown", Value: float64(pairs)}, {Name: "of which expected right", Value: expected},
	}
	a.Aligned = []string{x.String(), shown.String()}
	place := explore.Axis{Label: "place", Min: 0, Max: float64(len(x) + 1)}
	a.Columns = 2
	a.Panels = []explore.Panel{
		{Title: "pairs", X: place, Y: explore.Axis{Label: "bases apart, halved"}, Series: arcs(shown)},
		{
			Title: "probabilities above the diagonal, pairs below", X: place, Y: place, Equal: true,
			Series: dots(probability, shown),
		},
	}
	return a, nil
}

// arcs are half circles over the pairs.
func arcs(y rna.Structure) (out []explore.Series) {
	out = []explore.Series{line("", 1, 0, float64(len(y)), 0)}
	out[0].Color = 6
	for i, j := range y {
		if j < i {
			continue
		}
		const points = 24
		s := explore.Series{Color: 1}
		for k := range points + 1 {
			up, along := math.Sincos(math.Pi * float64(k) / points)
			s.X = append(s.X, float64(i+j)/2+1-float64(j-i)/2*along)
			s.Y = append(s.Y, float64(j-i)/2*up)
		}
		out = append(out, s)
	}
	return out
}

// dots are the pairs of a structure, and those that are likely, by how much.
func dots(probability []float64, y rna.Structure) []explore.Series {
	out := []explore.Series{
		{Name: "probability above 0.5", Color: 1, Dots: true}, {Name: "above 0.05", Color: 6, Dots: true},
		{Name: "the structure", Color: 2, Dots: true},
	}
	add := func(k, i, j int) { out[k].X, out[k].Y = append(out[k].X, float64(i+1)), append(out[k].Y, float64(j+1)) }
	n := len(y)
	for i := range n {
		for j := i + 1; j < n; j++ {
			switch p := probability[i*n+j]; {
			case p > 0.5:
				add(0, i, j)
			case p > 0.05:
				add(1, i, j)
			}
		}
		if y[i] > i {
			add(2, y[i], i)
		}
	}
	return out
}
