package plain

import (
	"strconv"
	"strings"
)

// formulas begin what a spreadsheet would compute, wide forms included (OWASP, CSV Injection).
const formulas = "=+-@＝＋－＠"

// Cell is a Text for a table that spreadsheets open: one that they would take for a formula gets an apostrophe before
// it. Numbers stay.
func Cell(s string) string {
	s = Text(s)
	if _, err := strconv.ParseFloat(s, 64); err != nil && guarded(s) {
		return "'" + s
	}
	return s
}

// Uncell takes the apostrophe of Cell away.
func Uncell(s string) string {
	if rest, found := strings.CutPrefix(s, "'"); found && guarded(rest) {
		return rest
	}
	return s
}

// guarded tells whether a text begins as a formula does, or as one that has an apostrophe already.
func guarded(s string) bool {
	s = strings.TrimLeft(s, "' ")
	return s != "" && strings.ContainsAny(firstOf(s), formulas)
}

func firstOf(s string) string {
	for _, r := range s {
		return string(r)
	}
	return ""
}
