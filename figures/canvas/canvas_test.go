package canvas_test

import (
	"bytes"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"github.com/proxlab/proxlab/figures/canvas"
)

func styled(size vg.Length) text.Style {
	return text.Style{
		Color: color.Black, Font: font.Font{Typeface: "Liberation", Variant: "Serif", Size: size},
		Handler: canvas.Rich{Fonts: plot.DefaultTextHandler.Cache()},
	}
}

// pgfOf is what a PGF canvas writes of a drawing.
func pgfOf(t *testing.T, paint func(draw.Canvas)) string {
	t.Helper()
	c := canvas.NewPGF(100, 50)
	paint(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestScripts: what is raised and lowered in a label, for LaTeX; names and hostile text stay what they are.
func TestScripts(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]string{
		"10^{-3}":           `10\textsuperscript{$-$3}`,
		"2×10^{−5}":         `2$\times$10\textsuperscript{$-$5}`,
		"λ/λ_max":           `$\lambda$/$\lambda$\textsubscript{max}`,
		"‖w‖_1 ≤ x_i^{2}":   `$\Vert$w$\Vert$\textsubscript{1} $\leq$ x\textsubscript{i}\textsuperscript{2}`,
		"10^3 my_method_2":  `10\textsuperscript{3} my\_method\_2`,
		"_a ^b":             `\_a \textasciicircum{}b`,
		`\input{/etc/x} $%`: `\textbackslash{}input\{/etc/x\} \$\%`,
		"f(w)_k":            `f(w)\textsubscript{k}`,
	} {
		got := pgfOf(t, func(c draw.Canvas) { c.FillText(styled(8), vg.Point{X: 1, Y: 1}, label) })
		if !strings.Contains(got, `\selectfont `+want+"}%") {
			t.Errorf("%q: want %s in\n%s", label, want, got)
		}
	}
}

// TestRichIsPlain: a label without scripts is as wide as text.Plain has it, scripts are smaller, and both write lines
// at the same places.
func TestRichIsPlain(t *testing.T) {
	t.Parallel()
	rich := styled(10)
	plainly := rich
	plainly.Handler = plot.DefaultTextHandler
	if a, b := rich.Width("iteration"), plainly.Width("iteration"); a != b {
		t.Errorf("widths %g and %g", a, b)
	}
	if a, b := rich.Width("x_{iteration}"), plainly.Width("xiteration"); !(a < 0.8*b) {
		t.Errorf("the width of a subscript %g of %g", a, b)
	}
	for _, turn := range []float64{0, 0.5} {
		var images [2]image.Image
		for k, style := range []text.Style{rich, plainly} {
			style.XAlign, style.YAlign, style.Rotation = draw.XRight, draw.YCenter, turn
			c := vgimg.NewWith(vgimg.UseWH(100, 100), vgimg.UseDPI(600))
			on := draw.New(c)
			on.FillText(style, vg.Point{X: 60, Y: 50}, "two\nlines")
			images[k] = c.Image()
		}
		differ, black := 0, 0
		for y := range images[0].Bounds().Dy() {
			for x := range images[0].Bounds().Dx() {
				a, _, _, _ := images[0].At(x, y).RGBA()
				b, _, _, _ := images[1].At(x, y).RGBA()
				if a < 0x8000 {
					black++
				}
				if max(a, b)-min(a, b) > 0x4000 {
					differ++
				}
			}
		}
		if black < 50 || differ > black/10 {
			t.Errorf("turned by %g, %d pixels differ, of %d that are black", turn, differ, black)
		}
	}
}

// TestPGF: the box is the canvas, sizes are those of TeX, paths are closed, states end with their scope, the same
// drawing is the same file, and pictures need no other file.
func TestPGF(t *testing.T) {
	t.Parallel()
	paint := func(c draw.Canvas) {
		c.FillPolygon(color.NRGBA{R: 0xff, A: 0x80}, []vg.Point{{}, {X: 10}, {X: 10, Y: 10}})
		c.Push()
		c.StrokeLines(draw.LineStyle{Color: color.Black, Width: 1, Dashes: []vg.Length{2, 1}}, []vg.Point{{}, {X: 5, Y: 5}})
		c.DrawGlyph(draw.GlyphStyle{Color: color.Black, Radius: 2, Shape: draw.CircleGlyph{}}, vg.Point{X: 5, Y: 5})
		c.Pop()
		style := styled(vg.Length(8 * 72 / 72.27))
		style.XAlign, style.Rotation = draw.XRight, 1.5707963267948966
		c.FillText(style, vg.Point{X: 20, Y: 5}, "up")
		img := image.NewGray(image.Rect(0, 0, 3, 1))
		img.SetGray(2, 0, color.Gray{Y: 200})
		c.DrawImage(vg.Rectangle{Max: vg.Point{X: 30, Y: 10}}, img)
	}
	got := pgfOf(t, paint)
	for _, want := range []string{
		`\pgfpathrectangle{\pgfpointorigin}{\pgfpoint{100bp}{50bp}}\pgfusepath{use as bounding box}`, `\pgfpathclose`,
		`\definecolor{proxlab}{rgb}{1,0,0}`, `\pgfsetfillopacity{0.502}`, `\pgfsetdash{{2bp}{1bp}}{0bp}`, `\pgfpathcurveto`,
		`\pgftext[right,base,x=`, `,rotate=90]{`, `\fontsize{8}{9.6}`, `{rgb}{0.7843,0.7843,0.7843}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
	if again := pgfOf(t, paint); again != got {
		t.Error("the same drawing is another file")
	}
	if strings.Count(got, `\begin{pgfscope}`) != strings.Count(got, `\end{pgfscope}`) {
		t.Error("scopes do not end")
	}
	c := canvas.NewPGF(100, 50)
	noise := image.NewGray(image.Rect(0, 0, 300, 300))
	for k := range noise.Pix {
		noise.Pix[k] = uint8(k * 7) //nolint:gosec // any numbers
	}
	c.DrawImage(vg.Rectangle{Max: vg.Point{X: 30, Y: 10}}, noise)
	if _, err := c.WriteTo(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "take .pdf") {
		t.Errorf("a picture that is too large: %v", err)
	}
}

// TestPlotsSaveThroughTheseCanvases: what gonum saves by itself has its letters.
func TestPlotsSaveThroughTheseCanvases(t *testing.T) {
	t.Parallel()
	p := plot.New()
	p.X.Label.Text = "λ"
	p.Add(&plotter.Line{XYs: plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}}})
	for ext, want := range map[string]string{".pdf": "proxlab", ".pgf": `$\lambda$`, ".tex": `$\lambda$`} {
		path := filepath.Join(t.TempDir(), "saved"+ext)
		if err := p.Save(100, 100, path); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(path); err != nil || !bytes.Contains(text, []byte(want)) && ext != ".pdf" ||
			bytes.Contains(text, []byte("Î»")) || ext == ".pdf" && !bytes.Contains(text, []byte("/ToUnicode")) {
			t.Errorf("%s lacks %s: %v", ext, want, err)
		}
	}
}
