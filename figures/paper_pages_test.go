package figures_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/paper"
	"github.com/proxlab/proxlab/figures/table"
)

// papers are the pages that are compiled: the class with its options and what it needs before the first paragraph;
// those that are long are for PROXLAB_PAPERS=long, and those with a style that LaTeX does not find are skipped:
// conferences hand out theirs, which TEXINPUTS may name the folder of.
var papers = map[string]struct {
	class, style, begin string
	long                bool
}{
	"article2": {class: `\documentclass[twocolumn]{article}`},
	"article":  {class: `\documentclass{article}`, long: true},
	"ieee":     {class: `\documentclass[conference]{IEEEtran}`, long: true},
	"acm": {
		class: `\documentclass[sigconf,nonacm]{acmart}`, begin: `\title{A page}\author{Nobody}\maketitle`, long: true,
	},
	"neurips": {class: `\documentclass{article}`, style: "neurips_2024", long: true},
	"icml":    {class: `\documentclass{article}`, style: "icml2025", long: true},
}

// refused is what no page may have: a line that is wider than its column by more than a point, or a float that is
// higher than the page.
var refused = regexp.MustCompile(`Overfull \\hbox \([1-9]\d*\.\d+pt too wide\)[^\n]*|Float too large[^\n]*`)

// TestPagesOfPapers: a page with three figures, two of them set by LaTeX, and three tables compiles without a box that
// is too wide. Its widths are those that the paper has by name. PROXLAB_OUT keeps the pages.
func TestPagesOfPapers(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("pdflatex"); err != nil {
		t.Skip("LaTeX is not installed")
	}
	for name, of := range papers {
		if of.long && os.Getenv("PROXLAB_PAPERS") != "long" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			class := regexp.MustCompile(`\{(\w+)\}$`).FindStringSubmatch(of.class)[1]
			if exec.CommandContext(t.Context(), "kpsewhich", class+".cls").Run() != nil {
				t.Skipf("the class %s is not installed: it is in texlive-publishers", class)
			}
			if of.style != "" {
				if exec.CommandContext(t.Context(), "kpsewhich", of.style+".sty").Run() != nil {
					t.Skipf("%s.sty is not there: its conference has it", of.style)
				}
				of.class += "\n\\usepackage{" + of.style + "}"
			}
			on, err := paper.Named(name)
			if err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			if out := os.Getenv("PROXLAB_OUT"); out != "" {
				folder = filepath.Join(out, name)
				if err := os.MkdirAll(folder, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			page := of.class + "\n\\usepackage{booktabs,siunitx,pgf,graphicx}\n\\begin{document}\n" + of.begin +
				fmt.Sprintf("\\typeout{widths \\the\\columnwidth, \\the\\textwidth}\n%s\n\\end{document}\n", bodyOf(t, folder, on))
			if err := os.WriteFile(filepath.Join(folder, "page.tex"), []byte(page), 0o600); err != nil {
				t.Fatal(err)
			}
			c := exec.CommandContext(t.Context(), "pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex")
			c.Dir, c.Env = folder, append(os.Environ(), "max_print_line=1000")
			said, err := c.CombinedOutput()
			if err != nil && strings.Contains(string(said), "xstring.sty' not found") {
				t.Skip("acmart needs texlive-latex-extra")
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, said[max(0, len(said)-3000):])
			}
			for _, line := range refused.FindAllString(string(said), -1) {
				t.Error(line)
			}
			m := regexp.MustCompile(`widths ([\d.]+)pt, ([\d.]+)pt`).FindSubmatch(said)
			for k, want := range []float64{on.Column, on.Text} {
				if got, err := strconv.ParseFloat(string(m[k+1]), 64); err != nil || math.Abs(got-want) > 0.01 {
					t.Errorf("LaTeX has a width of %s points, the paper %g: %v", m[k+1], want, err)
				}
			}
		})
	}
}

// bodyOf writes figures and tables into a folder, and returns what inputs them.
func bodyOf(t *testing.T, folder string, on paper.Paper) string {
	t.Helper()
	write := func(name string, f func(io.Writer) error) {
		var b bytes.Buffer
		if err := f(&b); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var body strings.Builder
	direct := on
	direct.Style.Legend = paper.Direct
	for _, f := range []struct {
		figures.Figure
		ext, float string
		on         paper.Paper
	}{
		{rates(), ".pgf", "figure", on}, {errorsOverPath(), ".pdf", "figure", direct},
		{figures.Panels{
			Meta: figures.Meta{ID: "panels"}, Columns: 3, Panels: []figures.Lines{rates(), errorsOverPath(), rates()},
		}, ".pgf", "figure*", on},
	} {
		id := f.About().ID
		write(id+f.ext, func(w io.Writer) error { return figures.Write(w, f.Figure, f.ext, f.on) })
		command := `\input{` + id + `.pgf}`
		if f.ext == ".pdf" {
			command = `\includegraphics{` + id + `.pdf}`
		}
		fmt.Fprintf(&body, "\\begin{%s}\\centering %s\\caption{The figure %s.}\\end{%[1]s}\n", f.float, command, id)
	}
	for _, x := range []table.Table{small(), wide(12), wide(30)} {
		write(x.ID+".tex", func(w io.Writer) error { return x.TeXFor(w, table.Page{Column: on.Column, Text: on.Text}) })
		fmt.Fprintf(&body, "\\input{%s}\n", x.ID)
	}
	return body.String() + "Text of the page.\n"
}

// rates are curves on a logarithmic axis, with a note.
func rates() figures.Lines {
	f := figures.Lines{
		Meta:  figures.Meta{ID: "rates", Title: "(a) rates"},
		X:     figures.Axis{Label: "iteration k"},
		Y:     figures.Axis{Label: "P(w_k) − P^{*}, λ = 10^{−3} λ_max", Log: true},
		Notes: []figures.Note{{X: 100, Y: math.Exp(-12), Text: "η = 0.1", DX: -20, DY: -14}},
	}
	for k, name := range []string{"FISTA", "SAGA", "proximal Newton", "my_method", "‖w‖_1 alone", "blocks"} {
		s := figures.Series{Name: name}
		for i := range 200 {
			s.X, s.Y = append(s.X, float64(i+1)), append(s.Y, math.Exp(-0.02*float64(k+1)*float64(i)))
		}
		f.Series = append(f.Series, s)
	}
	return f
}

// errorsOverPath are curves with bands.
func errorsOverPath() figures.Lines {
	f := figures.Lines{
		Meta: figures.Meta{ID: "path", Title: "(b) path"}, X: figures.Axis{Label: "λ/λ_max", Log: true},
		Y: figures.Axis{Label: "error (%)"},
	}
	for k, name := range []string{"lasso", "group lasso", "elastic net"} {
		s := figures.Series{Name: name}
		for e := -3.0; e <= 0; e += 0.25 {
			y := 20 + 5*math.Pow(e+1.5+0.3*float64(k), 2) + 3*float64(k)
			s.X, s.Y = append(s.X, math.Pow(10, e)), append(s.Y, y)
			s.Low, s.High = append(s.Low, y-2), append(s.High, y+2)
		}
		f.Series = append(f.Series, s)
	}
	return f
}

// small is a table of errors with deviations, the least of each column bold with what is not told from it.
func small() table.Table {
	x := table.Table{ID: "small", Title: "Errors in percent of four methods.", Columns: []table.Column{{Title: "method"}}}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, data := range []string{"a9a", "mnist", "rcv1"} {
		x.Columns = append(x.Columns, table.Column{Title: data, Right: true, Best: table.Least})
	}
	for k, method := range []string{"lasso", "group lasso", "elastic net", "ridge"} {
		row, draws := []string{method}, [][]float64{nil}
		for c := range 3 {
			var list []float64
			for range 10 {
				list = append(list, 10+5*float64(c)+0.2*float64(k*k)+0.2*rng.NormFloat64())
			}
			mean, sd := meanAndDeviation(list)
			row, draws = append(row, fmt.Sprintf("%.2f ± %.2f", mean, sd)), append(draws, list)
		}
		x.Rows, x.Draws = append(x.Rows, row), append(x.Draws, draws)
	}
	return x
}

func meanAndDeviation(list []float64) (mean, deviation float64) {
	for _, v := range list {
		mean += v / float64(len(list))
	}
	for _, v := range list {
		deviation += (v - mean) * (v - mean) / float64(len(list)-1)
	}
	return mean, math.Sqrt(deviation)
}

// wide is a table of so many columns of numbers of several kinds.
func wide(columns int) table.Table {
	x := table.Table{
		ID: fmt.Sprintf("wide%d", columns), Title: "Times in seconds, gaps & shares by λ.", BestInRows: table.Most,
		Columns: []table.Column{{Title: "data"}, {Title: "what is special about these data"}},
	}
	for c := range columns {
		title := []string{"time (s)", "gap", "μ-share", "iterations"}[c%4]
		x.Columns = append(x.Columns, table.Column{Title: title, Right: true})
	}
	for r := range 8 {
		row := []string{fmt.Sprintf("set_%d", r), "a long text that says where this row comes from, and more"}
		for c := range columns {
			v := float64(r+1) * math.Sqrt(float64(c+1))
			row = append(row, []string{fmt.Sprintf("%.2f", 100*v), fmt.Sprintf("%.1e", -v*1e-7), fmt.Sprintf("%.3f", v/30),
				fmt.Sprintf("%.0f", 1e4*v)}[c%4])
		}
		x.Rows = append(x.Rows, row)
	}
	return x
}
