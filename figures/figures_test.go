package figures_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"gonum.org/v1/plot/cmpimg"

	"github.com/proxlab/proxlab/figures"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	cmpimg.CheckPlot(ExampleLines, t, "lines.png")
	cmpimg.CheckPlot(ExampleLines_points, t, "points.png")
	cmpimg.CheckPlot(ExampleBars, t, "bars.png")
	cmpimg.CheckPlot(ExampleGlyphs, t, "glyphs.png")
	cmpimg.CheckPlot(ExampleHeat, t, "heat.png")
	cmpimg.CheckPlot(ExamplePanels, t, "panels.png")
	cmpimg.CheckPlot(ExamplePictures, t, "pictures.png")
	cmpimg.CheckPlot(ExampleWeightPath, t, "weight-path.png")
	cmpimg.CheckPlot(ExampleValidation, t, "validation.png")
	cmpimg.CheckPlot(ExampleRuns, t, "runs.png")
	cmpimg.CheckPlot(ExampleOverlay, t, "overlay.png")
	cmpimg.CheckPlot(ExampleROC, t, "roc.png")
	cmpimg.CheckPlot(ExamplePrecisionRecall, t, "precision-recall.png")
	cmpimg.CheckPlot(ExampleCalibration, t, "calibration.png")
	cmpimg.CheckPlot(ExampleConfusion, t, "confusion.png")
	cmpimg.CheckPlot(ExampleWrite_paper, t, "paper.png")
}

const hostile = `</script><img src=x onerror=alert(1)>&quot;});alert(1)//<!--"'` + "\u2028"

func hostileLines() figures.Lines {
	return figures.Lines{
		Meta: figures.Meta{ID: "../../" + hostile, Title: hostile, Subtitle: hostile},
		X:    figures.Axis{Label: hostile},
		Y:    figures.Axis{Label: hostile, Log: true},
		Series: []figures.Series{{Name: hostile, X: []float64{1, 2}, Y: []float64{1, 100}},
			{Name: "b", X: []float64{1, 2}, Y: []float64{1, 100}}},
	}
}

func TestHostileTextIsInert(t *testing.T) {
	t.Parallel()
	runs := figures.Runs{
		Meta: figures.Meta{ID: hostile, Title: hostile, Subtitle: hostile},
		Runs: []figures.Run{{
			Name:       hostile,
			Iterations: []float64{1, 2},
			Objective:  []float64{3, 2},
			Gap:        []float64{1, math.NaN()},
		}},
	}
	if s := figures.Snippet(runs); strings.Count(s, "</script>") != 1 || strings.Contains(s, "<img") ||
		!strings.Contains(s, "suboptimality") || strings.Contains(s, "oracle calls") {
		t.Errorf("a choice of axes: %q", s)
	}
	f := hostileLines()
	var chart map[string]any
	if err := json.Unmarshal([]byte(f.Chart()), &chart); err != nil {
		t.Fatalf("the option is not JSON: %v", err)
	}
	title, _ := chart["title"].(map[string]any)
	if title["text"] != hostile {
		t.Errorf("the title became %q", title["text"])
	}
	snippet := figures.Snippet(f)
	if strings.Count(snippet, "</script>") != 1 || strings.Contains(snippet, "<img") || strings.Contains(snippet, "<!--") {
		t.Errorf("a label left its place:\n%s", snippet)
	}
	page, err := figures.Embed(f)
	if err != nil || strings.Contains(page, "<img src=x") {
		t.Errorf("a label left its place, error %v", err)
	}
	var b bytes.Buffer
	table := figures.Table{
		ID:      "t",
		Title:   hostile,
		Notes:   []string{hostile},
		Columns: []figures.Column{{Title: hostile}},
		Rows:    [][]string{{hostile}},
	}
	if err := table.HTML(&b); err != nil || strings.Contains(b.String(), "<img") ||
		strings.Contains(b.String(), "<script") {
		t.Errorf("table: error %v\n%s", err, b.String())
	}
	if svg := f.SVG(); strings.Contains(svg, "<img") || strings.Contains(svg, "</script>") {
		t.Errorf("SVG:\n%s", svg)
	}
}

func TestFormats(t *testing.T) {
	t.Parallel()
	f := hostileLines()
	for ext, magic := range map[string]string{
		".png":  "\x89PNG",
		".svg":  "<?xml",
		".pdf":  "%PDF",
		".html": "<!DOCTYPE html>",
	} {
		var b bytes.Buffer
		if err := figures.Write(&b, f, ext); err != nil || !strings.HasPrefix(b.String(), magic) {
			t.Errorf("%s: error %v, begins with %.20q", ext, err, b.String())
		}
	}
	if err := figures.Write(&bytes.Buffer{}, f, ".gif"); err == nil || !strings.Contains(err.Error(), ".png, .svg") {
		t.Errorf("error %v does not list the formats", err)
	}
}

// TestDegenerateFigures draws what studies meet: nothing, one point, constants, zeros and worse on logarithmic axes.
func TestDegenerateFigures(t *testing.T) {
	t.Parallel()
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		what  string
		x, y  []float64
		draws bool
	}{
		{"nothing", nil, nil, false},
		{"only NaN", []float64{1, 2}, []float64{nan, inf}, false},
		{"one point", []float64{1}, []float64{1}, true},
		{"one zero", []float64{1}, []float64{0}, true},
		{"a constant", []float64{1, 2}, []float64{5, 5}, true},
		{"zeros and less", []float64{1, 2, 3}, []float64{0, -1, 1}, true},
		{"huge and tiny", []float64{1, 2}, []float64{1e-300, 1e300}, true},
	} {
		for _, log := range []bool{false, true} {
			f := figures.Lines{
				Meta:   figures.Meta{ID: "d", Title: c.what},
				X:      figures.Axis{Log: log},
				Y:      figures.Axis{Log: log},
				Series: []figures.Series{{Name: "s", X: c.x, Y: c.y}},
			}
			_, err := figures.PNG(f)
			if (err == nil) != c.draws {
				t.Errorf("%s, log %v: error %v", c.what, log, err)
			}
			if chart := f.Chart(); json.Valid([]byte(chart)) != c.draws || (chart == "") == c.draws {
				t.Errorf("%s, log %v: the chart is %q", c.what, log, chart)
			}
			if f.SVG() == "" {
				t.Error("no SVG")
			}
		}
	}
}

// TestPanelsNameWhatHasAName: curves without a name share another's, and are not in the legend.
func TestPanelsNameWhatHasAName(t *testing.T) {
	t.Parallel()
	line := figures.Lines{Series: []figures.Series{
		{Name: "some", X: []float64{1, 2}, Y: []float64{1, 2}, Color: 1}, {X: []float64{1, 2}, Y: []float64{2, 3}, Color: 1},
	}}
	f := figures.Panels{Meta: figures.Meta{ID: "p"}, Columns: 1, Panels: []figures.Lines{line}}
	var chart struct{ Legend struct{ Data []string } }
	if err := json.Unmarshal([]byte(f.Chart()), &chart); err != nil || !slices.Equal(chart.Legend.Data, []string{"some"}) {
		t.Errorf("the legend has %q, error %v", chart.Legend.Data, err)
	}
	blank, err := figures.PNG(f)
	if err != nil {
		t.Fatal(err)
	}
	line.Series = append(line.Series, figures.Series{}) // with nothing to draw
	f.Panels[0] = line
	if again, err := figures.PNG(f); err != nil || !bytes.Equal(again, blank) {
		t.Errorf("one more curve without a name changes the legend, error %v", err)
	}
}

func TestTableFormats(t *testing.T) {
	t.Parallel()
	table := figures.Table{
		ID: "t", Title: "Title", Notes: []string{"A note on w*."},
		Columns: []figures.Column{{Title: "name"}, {Title: "λ (%)", Right: true}},
		Rows:    [][]string{{"a|b", "85.2 ± 0.3"}, {"c_d", "9"}},
	}
	for want, write := range map[string]func(*bytes.Buffer) error{
		"Title\n\n  name       λ (%)\n  ────  ──────────\n" +
			"  a|b   85.2 ± 0.3\n  c_d            9\n\n  A note on w*.\n": func(b *bytes.Buffer) error {
			return table.Text(b, 0)
		},
		"**Title**\n\n| name |      λ (%) |\n| ---- | ---------: |\n| a\\|b | 85.2 ± 0.3 |\n" +
			"| c_d  |          9 |\n\n*A note on w\\*.*\n": func(b *bytes.Buffer) error { return table.Markdown(b) },
		"name,λ (%)\na|b,85.2 ± 0.3\nc_d,9\n": func(b *bytes.Buffer) error { return table.CSV(b) },
		"\\begin{table}\n\\centering\\fontsize{8}{9.5}\\selectfont\\setlength{\\tabcolsep}{3pt}\n" +
			"\\caption{Title A note on w*.}\n" +
			"\\label{tab:t}\n\n\\medskip\n\\begin{tabular}{@{}lS[table-format=2.1(1),separate-uncertainty=true]@{}}\n" +
			"\\toprule\n{name} & {$\\lambda$ (\\%)} \\\\\n\\midrule\n" +
			"a$|$b & 85.2 +- 0.3 \\\\\nc\\_d & 9 \\\\\n\\bottomrule\n\\end{tabular}\n" +
			"\\end{table}\n": func(b *bytes.Buffer) error { return table.TeX(b) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil || b.String() != want {
			t.Errorf("got\n%s\nwant\n%s\nerror %v", b.String(), want, err)
		}
	}
}

func TestFindLibrary(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv(figures.EChartsEnv, "")
	js := filepath.Join(dir, "node_modules", "echarts", "dist", "echarts.min.js")
	if err := os.MkdirAll(filepath.Dir(js), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(js, []byte("something else"), 0o666); err != nil {
		t.Fatal(err)
	}
	// The clone of the tests may have the library, or not.
	if path, err := figures.FindLibrary(filepath.Join(dir, "a", "b")); path == js ||
		err != nil && !strings.Contains(err.Error(), "npm ci") {
		t.Errorf("another file passes for the library: %v", err)
	}
	t.Setenv(figures.EChartsEnv, js)
	if _, err := figures.FindLibrary(dir); err == nil || !strings.Contains(err.Error(), "is not echarts") {
		t.Errorf("a named file of another content: %v", err)
	}
}

// TestControlCharactersAreWritten: what commands a terminal, ends a line or turns the direction of text is shown, in
// every format of text.
func TestControlCharactersAreWritten(t *testing.T) {
	t.Parallel()
	const evil = "a\x1b]0;x\a\u009b2J\u202eb\x00\r\nc\td\xff"
	table := figures.Table{
		ID: "x", Title: evil, Notes: []string{evil}, Columns: []figures.Column{{Title: evil}, {Title: "n"}},
		Rows: [][]string{{evil, "-1"}, {"=cmd|' /C calc'!A0", "−1 ± 2"}, {"-1.5e3", "@a"}},
	}
	lines := figures.Lines{
		Meta: figures.Meta{ID: "x", Title: evil, Subtitle: evil}, X: figures.Axis{Label: evil}, Y: figures.Axis{Label: evil},
		Series: []figures.Series{{Name: evil, X: []float64{1, 2}, Y: []float64{1, 2}},
			{Name: "b", X: []float64{1}, Y: []float64{1}}},
	}
	for what, write := range map[string]func(io.Writer) error{
		"text":     func(w io.Writer) error { return table.Text(w, 0) },
		"Markdown": table.Markdown, "CSV": table.CSV, "TeX": table.TeX, "HTML": table.HTML,
		"SVG":    func(w io.Writer) error { return figures.Write(w, lines, ".svg") },
		"inline": func(w io.Writer) error { _, err := io.WriteString(w, lines.SVG()); return err },
	} {
		var b strings.Builder
		if err := write(&b); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		s := strings.ReplaceAll(b.String(), "\n", "")
		if what == "SVG" {
			s = strings.ReplaceAll(s, "\t", "") // its own indents
		}
		if strings.ContainsFunc(s, unicode.IsControl) || strings.Contains(s, "\u202e") || !utf8.ValidString(s) {
			t.Errorf("%s: %q", what, s)
		}
		if !strings.Contains(s, "x1b") {
			t.Errorf("%s: the character is not shown: %q", what, s)
		}
	}
	var b strings.Builder
	if err := table.CSV(&b); err != nil || !strings.Contains(b.String(), "\n=cmd|' /C calc'!A0,−1 ± 2\n-1.5e3,@a\n") {
		t.Errorf("%q, error %v", b.String(), err)
	}
	b.Reset()
	if err := table.Markdown(&b); err != nil || strings.Count(b.String(), "\n|") != 5 {
		t.Errorf("a cell broke its line: %q, error %v", b.String(), err)
	}
}
