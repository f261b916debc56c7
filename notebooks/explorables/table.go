package explorables

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// Table fits the reader's own table in the page, by what `proxlab fit` calls: nothing is uploaded.
var Table = explore.Explorable{
	Name: "explore-table", Title: "A table of your own, fitted in this page",
	Subtitle: "what is dropped here stays here; without a file, a made-up table of house sales",
	Controls: []explore.Control{
		{Kind: explore.File, Name: "file", Label: "a CSV file: choose it, or drop it here"},
		{Kind: explore.Text, Name: "target", Label: "column to predict; empty for the last", Word: "price"},
		{Kind: explore.Choice, Name: "loss", Label: "loss", Word: "squared", Options: []string{"squared", "logistic"}},
		{Kind: explore.Slider, Name: "lambda", Label: "λ/λ_max", Min: 1e-3, Max: 1, Step: 0.02, Log: true, Start: 0.1},
	},
	Answer: answerTable, Again: tableAgain,
}

// readTable reads a file, the made-up one where there is none. name is what errors call it.
func readTable(ctx context.Context, k tableKey) (f *datasets.Frame, name string, err error) {
	text, target := k.file, strings.TrimSpace(k.target)
	name = cmp.Or(k.name, "your-file.csv")
	if text == "" {
		var b strings.Builder
		if err := generate.WriteHouses(&b, 1); err != nil {
			return nil, "", err
		}
		text, name = b.String(), "houses.csv"
	}
	if target == "" {
		target = fmt.Sprint(columns(text))
	}
	f, err = datasets.ReadFrameFrom(ctx, strings.NewReader(text), name, datasets.FrameOptions{
		Target: target, TextLabels: k.loss == "logistic", Format: datasets.FormatCSV,
		Encode: encode.Options{Categories: []string{encode.Auto}, Dates: []string{encode.Auto}, Missing: encode.Mean},
	})
	return f, name, err
}

// columns counts those of a table by its first line, by the separator that makes most.
func columns(text string) (most int) {
	first, _, _ := strings.Cut(text, "\n")
	for _, separator := range ",;\t|" {
		r := csv.NewReader(strings.NewReader(first))
		r.Comma, r.LazyQuotes = separator, true
		if cells, err := r.Read(); err == nil {
			most = max(most, len(cells))
		}
	}
	return most
}

// tableKey is all that a path depends on, and tablePath the table by its name and the path, with λ_max.
type tableKey struct{ file, name, target, loss string }

type tablePath struct {
	*datasets.Frame
	name   string
	linear fit.Linear
	data   fit.Data
	most   float64
	models []*model.Linear
}

// tablePaths keeps the path while the reader moves λ.
var tablePaths = explore.Last[tableKey, tablePath]{Make: pathOfTable}

func pathOfTable(ctx context.Context, k tableKey) (p tablePath, err error) {
	if p.Frame, p.name, err = readTable(ctx, k); err != nil {
		return p, err
	}
	losses := map[string]toolkit.Loss{"squared": loss.Squared{}, "logistic": loss.Logistic{}}
	p.linear = fit.Linear{Loss: losses[k.loss], Penalty: prox.L1{Lambda: 1}, Intercept: true, Standardize: true}
	p.data = fit.Data{X: p.X, Y: p.Y, FeatureNames: p.Features, LabelNames: p.Labels}
	ready, err := p.linear.Prepare(p.data)
	if err != nil {
		return p, err
	}
	if p.most, err = ready.LambdaMax(); err != nil {
		return p, err
	}
	p.models, err = ready.Path(ctx, fit.Geometric(p.most, 1e-3, 20))
	return p, err
}

func answerTable(ctx context.Context, v explore.Values) (a explore.Answer, err error) {
	f, err := tablePaths.Of(ctx, tableKey{v.Words["file"], v.Files["file"], v.Words["target"], v.Words["loss"]})
	if err != nil {
		return a, err
	}
	share, most, c := v.Numbers["lambda"], f.most, f.linear
	c.Lambda = share * most
	m, err := c.Fit(ctx, f.data)
	if err != nil {
		return a, err
	}
	n, d := f.X.Dims()
	a.Facts = []explore.Fact{
		{Name: "examples", Value: float64(n)}, {Name: "features", Value: float64(d)},
		{Name: "objective P", Value: m.Objective}, {Name: GapFact, Value: m.Gap}, {Name: "λ", Value: m.Lambda},
		{Name: "weights that are not 0:", Value: float64(m.Nonzeros())},
	}
	words := "The same by the command line: "
	if v.Words["file"] == "" {
		words += "proxlab data sample >" + f.name + "; "
	}
	a.Said = append([]string{words + tableCommand(f.name, f.Target, v)}, f.Notices...)
	curves := paths(m, f.X, f.models, most)
	here := line("λ chosen", share, least(curves), share, greatest(curves))
	here.Dashed, here.Color = true, 7
	a.Panels = []explore.Panel{{
		Title: "the path", X: explore.Axis{Label: "λ/λ_max", Log: true, Min: 1e-3, Max: 1},
		Y: explore.Axis{Label: "weight × deviation of the feature"}, Series: append(curves, here),
	}}
	a.Tables = []explore.Table{weightTable(m)}
	return a, nil
}

// tableCommand fits the table of a file.
func tableCommand(name, target string, v explore.Values) string {
	if strings.HasPrefix(name, "@") || strings.HasPrefix(name, "-") { // which mean other things than files
		name = "./" + name
	}
	return fmt.Sprintf("proxlab fit --data %s --format csv --target %s --loss %s --penalty l1 --lambda %.4gmax "+
		"--intercept --standardize --categories auto --dates auto --missing mean", shellWord(name), shellWord(target),
		v.Words["loss"], v.Numbers["lambda"])
}

// shellWord is a word as a shell reads it.
func shellWord(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// deviations are the standard deviations of features.
func deviations(x linalg.Map) []float64 {
	n, d := x.Dims()
	mean, square := make([]float64, d), make([]float64, d)
	linalg.ForEach(x, func(_, j int, v float64) { mean[j] += v / float64(n) })
	linalg.ForEach(x, func(_, j int, v float64) { square[j] += ((v-mean[j])*(v-mean[j]) - mean[j]*mean[j]) / float64(n) })
	for j := range square {
		square[j] = math.Sqrt(max(0, square[j]+mean[j]*mean[j])) // entries that are 0 may not be visited
	}
	return square
}

// paths are the features of the largest weights at the end of the path, as they weigh for features of deviation 1.
func paths(m *model.Linear, x linalg.Map, path []*model.Linear, most float64) (out []explore.Series) {
	const shown = 6
	scale, end := deviations(x), slices.Clone(path[len(path)-1].Weights[:m.Features])
	for j := range end {
		end[j] *= scale[j]
	}
	order := make([]int, m.Features)
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(end[j]), math.Abs(end[i])) })
	for _, j := range order[:min(shown, len(order))] {
		s := explore.Series{Name: m.FeatureNames[j]}
		for _, at := range path {
			s.X, s.Y = append(s.X, at.Lambda/most), append(s.Y, scale[j]*at.Weights[j])
		}
		out = append(out, s)
	}
	return out
}

// weightTable has the weights that are not zero, and the intercept.
func weightTable(m *model.Linear) explore.Table {
	t := explore.Table{Title: "weights", Heading: []string{"feature", "weight"}}
	for j, w := range m.Weights[:m.Features] {
		if w != 0 {
			t.Rows = append(t.Rows, []string{m.FeatureNames[j], fmt.Sprintf("%.6g", w)})
		}
	}
	return explore.Table{Title: t.Title, Heading: t.Heading, Rows: append(t.Rows,
		[]string{"intercept", fmt.Sprintf("%.6g", m.Intercept[0])})}
}

// tableAgain reads the file of the page, the reader's own or the made-up one, as readTable does.
func tableAgain(v explore.Values) (out explore.Again, err error) {
	key := tableKey{v.Words["file"], v.Files["file"], v.Words["target"], v.Words["loss"]}
	f, name, err := readTable(context.Background(), key)
	if err != nil {
		return out, err
	}
	if key.file == "" {
		var b strings.Builder
		if err := generate.WriteHouses(&b, 1); err != nil {
			return out, err
		}
		out.Files = []explore.NamedFile{{Name: name, Content: b.String()}}
	}
	out.Command = tableCommand(name, f.Target, v)
	labels, kind := "", "Squared"
	if key.loss == "logistic" {
		labels, kind = "TextLabels: true, ", "Logistic"
	}
	read := fmt.Sprintf(`datasets.ReadFrame(ctx, %q, datasets.FrameOptions{
		Target: %q, %sFormat: datasets.FormatCSV,
		Encode: encode.Options{Categories: []string{encode.Auto}, Dates: []string{encode.Auto}, Missing: encode.Mean},
	})`, name, f.Target, labels)
	linear := "Loss: loss." + kind + "{}, Penalty: prox.L1{Lambda: 1}, Intercept: true, Standardize: true"
	out.Go = programOf(read, fitted(linear, v.Numbers["lambda"], true), "toolkit/encode", "toolkit/fit", "toolkit/loss",
		"toolkit/prox")
	return out, nil
}
