package table

import (
	"strings"

	"github.com/proxlab/proxlab/figures/tex"
)

// wide are the widths of the characters from the space to ~ in thousandths of the font's size: the wider of Computer
// Modern at 8 pt (cmr8) and Times (ptmr7t), so that a column is no wider than it is taken for.
var wide = [...]int{
	360, 333, 531, 885, 531, 885, 826, 333, 413, 413, 531, 826, 295, 354, 295, 531, 531, 531, 531, 531, 531, 531, 531, 531,
	531, 531, 295, 295, 830, 826, 830, 502, 921, 796, 752, 767, 811, 723, 693, 834, 796, 383, 545, 825, 664, 973, 796, 826,
	723, 826, 782, 590, 767, 796, 796, 1091, 796, 796, 649, 333, 550, 333, 531, 550, 333, 531, 590, 472, 590, 472, 333,
	531, 590, 295, 325, 561, 295, 885, 590, 531, 590, 561, 414, 419, 413, 590, 561, 767, 561, 561, 472, 550, 830, 550, 531,
}

const (
	texSize  = 8.   // of tables, in points: classes differ in \footnotesize
	texSign  = 0.95 // of a sign of mathematics, with its room, in sizes
	texBold  = 1.17 // how much wider bold text is
	texDigit = 0.531
)

// texWidth is how wide a text is at 8 points, or less.
func texWidth(s string) float64 {
	sum := 0.
	for _, r := range s {
		switch {
		case r >= ' ' && r <= '~':
			sum += float64(wide[r-' ']) / 1000
		case r >= 0xc0 && r < 0x180: // letters with accents
			sum += 0.8
		case strings.ContainsRune("–′°", r):
			sum += 0.55
		case strings.HasPrefix(tex.Text(string(r)), `\texttt`): // its number
			sum += 3.7
		default:
			sum += texSign
		}
	}
	return sum * texSize
}
