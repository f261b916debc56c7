package figures_test

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/paper"
)

// TestEveryFigureOnPaper: every kind of figure has the paper's width and the paper's text, in every format.
func TestEveryFigureOnPaper(t *testing.T) {
	t.Parallel()
	picture := figures.Picture{Rows: 8, Cols: 8, Pixels: make([]float64, 64), Caption: "λ"}
	on, err := paper.Named("icml")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(chartsOfPage(), figures.Pictures{
		Meta: figures.Meta{ID: "pictures", Title: "Pictures"}, Rows: [][]figures.Picture{{picture, picture}},
	}, figures.Secondary{
		Meta: figures.Meta{ID: "secondary"}, Letters: "GGGAAACCC", Pairs: []int{8, 7, 6, -1, -1, -1, 2, 1, 0},
	}) {
		want := "234bp"
		if _, several := f.(figures.Panels); several {
			want = "486bp" // the width of the text
		}
		for _, ext := range []string{".pgf", ".pdf", ".svg", ".png"} {
			var b bytes.Buffer
			if err := figures.Write(&b, f, ext, on); err != nil {
				t.Fatal(err)
			}
			if ext == ".pgf" && !strings.Contains(b.String(), `\pgfpathrectangle{\pgfpointorigin}{\pgfpoint{`+want) {
				t.Errorf("%s: %.200s", f.About().ID, b.String())
			}
			if ext == ".pgf" && strings.Contains(b.String(), `\selectfont `+f.About().Title+"}") && f.About().Title != "" {
				t.Errorf("%s has its title", f.About().ID)
			}
		}
	}
	err = figures.Write(&bytes.Buffer{}, figures.Lines{Meta: figures.Meta{ID: "none"}}, ".pdf", on)
	if err == nil || !strings.Contains(err.Error(), "figure none: there is no finite point") {
		t.Errorf("a figure of nothing: %v", err)
	}
}

// TestPlotSaves: the plot that a figure gives away has its legend beside the data: right of where curves end there is
// ink, and no curve is below it.
func TestPlotSaves(t *testing.T) {
	t.Parallel()
	f := figures.Lines{Meta: figures.Meta{ID: "saved"}, Series: []figures.Series{
		{Name: "first", X: []float64{0, 1}, Y: []float64{0, 1}}, {Name: "second", X: []float64{0, 1}, Y: []float64{1, 0}},
	}}
	p, err := f.Plot()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "saved.png")
	if err := p.Save(4*vg.Inch, 3*vg.Inch, path); err != nil {
		t.Fatal(err)
	}
	saved, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(saved))
	if err != nil {
		t.Fatal(err)
	}
	b := img.Bounds()
	furthest := 0 // of a point of the first curve's color in the lower half, where the legend is not
	for x := range b.Dx() {
		for y := b.Dy() / 2; y < b.Dy(); y++ {
			if r, g, blue, _ := img.At(x, y).RGBA(); r>>8 > 0xb0 && g>>8 < 0x80 && blue>>8 < 0x40 { // the second: vermilion
				furthest = x
			}
		}
	}
	if share := float64(furthest) / float64(b.Dx()); share < 0.5 || share > 0.9 {
		t.Errorf("the second curve ends at %.2f of the width: no room for names", share)
	}
}
