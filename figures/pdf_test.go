package figures_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures"
)

// poppler runs a program of poppler on a figure as PDF, named FILE in the arguments, and returns what it printed.
func poppler(t *testing.T, f figures.Figure, name string, args ...string) []byte {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skip("poppler is not installed")
	}
	var pdf bytes.Buffer
	if err := figures.Write(&pdf, f, ".pdf"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "figure.pdf")
	if err := os.WriteFile(path, pdf.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for k := range args {
		if args[k] == "FILE" {
			args[k] = path
		}
	}
	out, err := exec.CommandContext(t.Context(), name, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestTextOfPDF reads a PDF as a reader who searches and copies.
func TestTextOfPDF(t *testing.T) {
	t.Parallel()
	f := figures.Lines{
		Meta: figures.Meta{ID: "text", Title: "‖W‖ ≤ √2 ± ½", Subtitle: "αβγηθλμρστφΩ→∞−²"},
		X:    figures.Axis{Label: "λ/λ_max", Log: true}, Y: figures.Axis{Label: "η0"},
		Series: []figures.Series{
			{Name: "naïve ± s.e.", X: []float64{1e-3, 1}, Y: []float64{-1, 2}},
			{Name: "Σ", X: []float64{1}, Y: []float64{1}},
		},
	}
	text := string(poppler(t, f, "pdftotext", "-enc", "UTF-8", "FILE", "-"))
	for _, want := range []string{f.Title, f.Subtitle, "λ/λ_max", "η0", "naïve ± s.e.", "Σ", "0.001"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text of the PDF lacks %q:\n%s", want, text)
		}
	}
	fonts := string(poppler(t, f, "pdffonts", "FILE"))
	if !strings.Contains(fonts, "TrueType") || strings.Contains(fonts, "no  no") {
		t.Errorf("fonts are not embedded:\n%s", fonts)
	}
}

// TestPDFIsThePNG compares the means of squares of 8 × 8 pixels, of every kind of figure: where lines are drawn by
// another rule they differ little, where a band is grey or a text is missing by much.
func TestPDFIsThePNG(t *testing.T) {
	t.Parallel()
	picture := figures.Picture{Rows: 64, Cols: 64, Pixels: make([]float64, 64*64), Caption: "λ"}
	for k := range picture.Pixels {
		picture.Pixels[k] = float64(k) / (64 * 64)
	}
	wide := figures.Lines{
		Meta:   figures.Meta{ID: "wide", Title: "A wide band"},
		Series: []figures.Series{{X: []float64{0, 1}, Y: []float64{0, 0}, Low: []float64{-1, -1}, High: []float64{1, 1}}},
	}
	for _, f := range append(chartsOfPage(), wide, figures.Pictures{
		Meta: figures.Meta{ID: "pictures", Title: "Pictures"}, Rows: [][]figures.Picture{{picture, picture}},
	}) {
		drawn, err := figures.PNG(f)
		if err != nil {
			t.Fatal(err)
		}
		a, err := png.Decode(bytes.NewReader(drawn))
		if err != nil {
			t.Fatal(err)
		}
		width := a.Bounds().Dx()
		b, err := png.Decode(bytes.NewReader(poppler(t, f, "pdftoppm", "-png", "-singlefile", "-scale-to-x",
			fmt.Sprint(width), "-scale-to-y", fmt.Sprint(a.Bounds().Dy()), "FILE")))
		if err != nil {
			t.Fatal(err)
		}
		const square = 8
		worst, sum, n := 0., 0., 0
		for y := 0; y+square <= min(a.Bounds().Dy(), b.Bounds().Dy()); y += square {
			for x := 0; x+square <= width; x += square {
				d := distance(a, b, x, y, square)
				worst, sum, n = math.Max(worst, d), sum+d, n+1
			}
		}
		if mean := sum / float64(n); !(mean < 1.5) || !(worst < 90) {
			t.Errorf("%s: squares differ by %.2f of 255 on average and by %.0f at most", f.About().ID, mean, worst)
		}
	}
}

// distance is the largest difference of a square's mean colors.
func distance(a, b image.Image, x, y, square int) (most float64) {
	var sums [3]float64
	for i := range square * square {
		r, g, bl, _ := a.At(x+i%square, y+i/square).RGBA()
		r2, g2, b2, _ := b.At(x+i%square, y+i/square).RGBA()
		sums[0] += float64(r) - float64(r2)
		sums[1] += float64(g) - float64(g2)
		sums[2] += float64(bl) - float64(b2)
	}
	for _, s := range sums {
		most = math.Max(most, math.Abs(s)/float64(square*square)/257)
	}
	return most
}

// TestPDFsAreReproducible: a PDF has no date of the day, so that the same figure is the same file.
func TestPDFsAreReproducible(t *testing.T) {
	t.Parallel()
	var pdf bytes.Buffer
	f := figures.Lines{
		Meta: figures.Meta{ID: "same", Title: "Same"}, X: figures.Axis{Label: "x"}, Y: figures.Axis{Label: "y"},
		Series: []figures.Series{{Name: "s", X: []float64{1, 2}, Y: []float64{1, 2}}},
	}
	if err := figures.Write(&pdf, f, ".pdf"); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(pdf.Bytes(), []byte("Date (D:19700101000000")); n != 2 {
		t.Errorf("%d of two dates are fixed", n)
	}
}
