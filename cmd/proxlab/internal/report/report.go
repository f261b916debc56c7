// Package report writes what a fit found as one page for people, which needs no network.
package report

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/table"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/reproduce/provenance"
	"github.com/proxlab/proxlab/toolkit/model"
)

// Page is what it says, from top to bottom.
type Page struct {
	Title   string
	Answer  string   // what the command prints
	Notes   []string // what was noticed
	Columns []string // what was done to columns
	Weights table.Table
	Figures []figures.Figure
	Made    []Fact // the command, the data and what made them
}

// Fact is a line of what made a page.
type Fact struct{ Name, Text string }

// name is that of the page in its folder.
const name = "report.html"

// certificate says what the gap is.
const certificate = `<p>The objective is P(W, b) = Σ c<sub>i</sub> ℓ<sub>i</sub>(Wᵀx<sub>i</sub> + b) + λ Ω(W) +
(μ/2)‖W‖², with c<sub>i</sub> = 1/n or weights that sum to 1. The gap that stands beside it bounds how far it can be
from the minimum, whatever the solver did and however arithmetic was rounded; where there is none the text says what is
known in its place.</p>`

// cite is how to cite.
const cite = "proxlab: structured sparsity, kernel learning and structured prediction with certificates. " +
	"https://github.com/proxlab/proxlab (CITATION.cff has it for programs)"

// Of is the page of a model that was learnt from a frame, with what was noticed: its weights, columns, and what made
// it.
func (p Page) Of(frame *datasets.Frame, m *model.Linear, notes []string) Page {
	of := frame.Source
	p.Weights.Columns = []table.Column{{Title: "feature"}, {Title: "weight", Right: true}}
	p.Made = []Fact{
		{"command", ui.CommandLine()}, {"data", fmt.Sprintf("%s (%s), SHA-256 %s", of.Name, of.Kind, of.SHA256)},
		{"target", frame.Target},
		{"version", cmp.Or(provenance.Release, provenance.Revision(), "of an unknown revision") + ", " + runtime.Version()},
	}
	if frame.Encoder != nil {
		p.Columns = frame.Encoder.Notes()
	}
	p.Notes = slices.DeleteFunc(slices.Clone(notes), func(text string) bool {
		return slices.ContainsFunc(p.Columns, func(note string) bool { return plain.Text(note) == text })
	})
	for k, w := range m.Weights {
		if w == 0 {
			continue
		}
		name := fmt.Sprint(k/m.Outputs + 1)
		if m.FeatureNames != nil {
			name = m.FeatureNames[k/m.Outputs]
		}
		if m.Outputs > 1 {
			name += fmt.Sprintf(", output %d", k%m.Outputs+1)
		}
		p.Weights.Rows = append(p.Weights.Rows, []string{name, figures.Number(w, 5)})
	}
	return p
}

// Check tests that there can be a page in a folder.
func Check(folder string) error {
	if folder == "" {
		return nil
	}
	if err := outfile.CheckFolder(folder); err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	return nil
}

// Write writes the page into a folder, and returns its path.
func (p Page) Write(ctx context.Context, folder string) (path string, err error) {
	var body, page bytes.Buffer
	p.head(&body)
	if len(p.Weights.Rows) > 0 {
		fmt.Fprintln(&body, "<h2>Weights that are not 0</h2>")
		if err := p.Weights.HTML(&body); err != nil {
			return "", err
		}
	}
	if len(p.Figures) > 0 {
		fmt.Fprintln(&body, "<h2>Figures</h2>")
	}
	for _, f := range p.Figures {
		text, err := figures.Embed(f)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&body, "<h3>%s</h3>\n%s\n", escaped(f.About().Title), text)
	}
	fmt.Fprintln(&body, "<h2>What made it</h2>\n<dl>")
	for _, f := range p.Made {
		fmt.Fprintf(&body, "<dt>%s</dt><dd><code>%s</code></dd>\n", escaped(f.Name), escaped(f.Text))
	}
	fmt.Fprintf(&body, "<dt>how to cite</dt><dd>%s</dd>\n</dl>\n", escaped(cite))
	if err := figures.WritePage(&page, plain.Text(p.Title), body.String()); err != nil {
		return "", err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", fmt.Errorf("--report: %w", err)
	}
	path = filepath.Join(folder, name)
	if err := outfile.Write(ctx, path, page.Bytes(), 0o666); err != nil {
		return "", fmt.Errorf("--report: %w", err)
	}
	return path, nil
}

// style makes lists and text that was printed readable on phones and in the dark.
const style = `<style>pre{overflow-x:auto;padding:.7em 1em;border:1px solid #8886;border-radius:4px;font-size:14px}
dt{font-weight:600}dd{margin:0 0 .6em 1.5em}code{overflow-wrap:anywhere}</style>`

// head is what stands above weights and figures.
func (p Page) head(b *bytes.Buffer) {
	fmt.Fprintf(b, "%s\n<h1>%s</h1>\n<h2>The answer</h2>\n<pre tabindex=\"0\">%s</pre>\n%s\n", style, escaped(p.Title),
		html.EscapeString(strings.TrimRight(p.Answer, "\n")), certificate)
	for _, list := range []struct {
		title string
		lines []string
	}{{"What was noticed", p.Notes}, {"What was done to columns", p.Columns}} {
		if len(list.lines) == 0 {
			continue
		}
		fmt.Fprintf(b, "<h2>%s</h2>\n<ul>\n", list.title)
		for _, line := range list.lines {
			fmt.Fprintf(b, "<li>%s</li>\n", escaped(line))
		}
		fmt.Fprintln(b, "</ul>")
	}
}

func escaped(text string) string { return html.EscapeString(plain.Text(text)) }

// Say is the note of where the page is.
func Say(path string) string { return "report: " + ui.DataName(path) }
