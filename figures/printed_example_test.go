package figures_test

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/paper"
)

// A figure for a column of IEEEtran, whose text LaTeX sets: \usepackage{pgf} and \input{rates.pgf}.
func ExamplePaper() {
	on, err := paper.Named("ieee")
	if err != nil {
		log.Fatal(err)
	}
	on.FontSize, on.Style.Legend = 7, paper.Direct
	var pgf bytes.Buffer
	err = figures.Write(&pgf, figures.Lines{
		Meta: figures.Meta{ID: "rates"},
		X:    figures.Axis{Label: "iteration k"}, Y: figures.Axis{Label: "P(w_k) − P^{*}", Log: true},
		Series: []figures.Series{
			{Name: "ISTA", X: []float64{1, 10, 100}, Y: []float64{1, 0.1, 0.01}},
			{Name: "FISTA", X: []float64{1, 10, 100}, Y: []float64{1, 0.02, 1e-4}},
		},
	}, ".pgf", on)
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(pgf.String()) {
		if strings.Contains(line, "P(w") {
			fmt.Println(line[strings.Index(line, `\fontsize`) : len(line)-3])
		}
	}
	// Output: \fontsize{7}{8.4}\selectfont P(w\textsubscript{k}) $-$ P\textsuperscript{*}
}

// Panels, a band, a note and names below, at the width of ICML's text.
func ExampleWrite_paper() {
	on, err := paper.Named("icml")
	if err != nil {
		log.Fatal(err)
	}
	var png bytes.Buffer
	err = figures.Write(&png, figures.Panels{
		Meta: figures.Meta{ID: "paper", Title: "Not shown"}, Columns: 2, Panels: []figures.Lines{rates(), errorsOverPath()},
	}, ".png", on.Wide())
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("testdata/paper.png", png.Bytes(), 0o666); err != nil {
		log.Fatal(err)
	}
}
