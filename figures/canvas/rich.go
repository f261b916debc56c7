package canvas

import (
	"math"
	"regexp"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/proxlab/proxlab/figures/tex"
	"github.com/proxlab/proxlab/internal/plain"
)

// Rich is a text.Handler of labels with sub- and superscripts, as TeX writes them: 10^{−3}, λ_{max}, and without braces
// after a single letter, a bracket or a bar (x_i, λ_max, ‖w‖_1) and, for powers, after a number (10^3). What stands in
// names, such as my_method, stays as it is. On a PGF canvas LaTeX sets the text.
type Rich struct{ Fonts *font.Cache }

// piece is a part of a line; script is 1 for what is raised and −1 for what is lowered.
type piece struct {
	text   string
	script int
}

// How much smaller a script is, and how far it is lowered and raised, in sizes of the font.
const (
	scriptSize = 0.7
	lowered    = -0.2
	raised     = 0.38
)

// scripts finds what is raised or lowered: in braces, or after a base that is no word.
var scripts = regexp.MustCompile(`[_^]\{([^{}]*)\}` +
	`|(?:(?:^|[^\pL\pN_^])\pL|[)\]}|‖′])([_^])([−-]?[\pL\pN]+)` +
	`|\pN(\^)([−-]?\pN+)`)

// minus is a hyphen that stands for a minus sign.
var minus = regexp.MustCompile(`^-(\pN)`)

// pieces splits a line.
func pieces(line string) (out []piece) {
	add := func(s string, script int) {
		if s = plain.Text(s); s != "" {
			out = append(out, piece{s, script})
		}
	}
	for line != "" {
		m := scripts.FindStringSubmatchIndex(line)
		if m == nil {
			break
		}
		mark, inner := m[0], m[2:4] // braces
		for k := 4; k < len(m); k += 4 {
			if m[k] >= 0 {
				mark, inner = m[k], m[k+2:k+4]
			}
		}
		add(line[:mark], 0)
		script := -1
		if line[mark] == '^' {
			script = 1
		}
		add(minus.ReplaceAllString(line[inner[0]:inner[1]], "−$1"), script)
		line = line[m[1]:]
	}
	add(line, 0)
	return out
}

// inTeX writes a line for LaTeX.
func inTeX(line string) string {
	var b strings.Builder
	for _, p := range pieces(line) {
		switch s := tex.Text(p.text); p.script {
		case 1:
			b.WriteString(`\textsuperscript{` + s + "}")
		case -1:
			b.WriteString(`\textsubscript{` + s + "}")
		default:
			b.WriteString(s)
		}
	}
	return b.String()
}

// Cache returns the fonts.
func (h Rich) Cache() *font.Cache { return h.Fonts }

// Extents returns those of a font.
func (h Rich) Extents(f font.Font) font.Extents { return text.Plain(h).Extents(f) }

// Lines splits a text into lines.
func (h Rich) Lines(s string) []string { return text.Plain(h).Lines(s) }

// Box returns the width of a line, and its height and depth around the base line.
func (h Rich) Box(line string, f font.Font) (width, height, depth vg.Length) {
	for _, p := range pieces(line) {
		face := h.face(f, p)
		width += face.Width(p.text)
	}
	e := h.Extents(f)
	return width, e.Ascent, e.Descent
}

// face is the font of a piece.
func (h Rich) face(f font.Font, p piece) font.Face {
	if p.script != 0 {
		f.Size *= scriptSize
	}
	return h.Fonts.Lookup(f, f.Size)
}

// pgfOf is the PGF canvas that another stands for, if it does.
func pgfOf(c vg.Canvas) *PGF {
	switch c := c.(type) {
	case *PGF:
		return c
	case *draw.Canvas:
		return pgfOf(c.Canvas)
	case draw.Canvas:
		return pgfOf(c.Canvas)
	case Plain:
		return pgfOf(c.CanvasSizer)
	}
	return nil
}

// Draw writes a text, lines where text.Plain would write them.
func (h Rich) Draw(c vg.Canvas, txt string, style text.Style, at vg.Point) {
	lines := h.Lines(txt)
	e := h.Extents(style.Font)
	down := style.Height(txt)*vg.Length(style.YAlign) - e.Ascent + vg.Length(len(lines))*style.Font.Size
	c.SetColor(style.Color)
	sin, cos := math.Sincos(style.Rotation)
	for _, line := range lines {
		if pgf := pgfOf(c); pgf != nil {
			pgf.text(style.Font, at.Add(vg.Point{X: -vg.Length(sin) * down, Y: vg.Length(cos) * down}), style.XAlign,
				style.Rotation, inTeX(line))
		} else {
			c.Push()
			c.Translate(at)
			c.Rotate(style.Rotation)
			h.line(c, line, style, down)
			c.Pop()
		}
		down -= style.Font.Size
	}
}

// line writes one line, at a height above the origin.
func (h Rich) line(c vg.Canvas, line string, style text.Style, y vg.Length) {
	width, _, _ := h.Box(line, style.Font)
	x := vg.Length(style.XAlign) * width
	for _, p := range pieces(line) {
		face, shift := h.face(style.Font, p), vg.Length(0)
		switch p.script {
		case 1:
			shift = raised * style.Font.Size
		case -1:
			shift = lowered * style.Font.Size
		}
		c.FillString(face, vg.Point{X: x, Y: y + shift}, p.text)
		x += face.Width(p.text)
	}
}
