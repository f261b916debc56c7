package plain

import (
	"strconv"
	"strings"
)

// formulas begin what a spreadsheet would compute, wide forms included (OWASP, CSV Injection).
const formulas = "=+-@＝＋－＠"

// Cell is a Text for a table that spreadsheets open: one that they would take for a formula gets an apostrophe before
// it, and so does one that has an apostrophe already, so that different texts stay different. Numbers stay.
func Cell(s string) string {
	s = Text(s)
	if quoted(s) {
		return "'" + s
	}
	return s
}

// quoted tells whether Cell writes an apostrophe before a Text.
func quoted(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err != nil && guarded(s)
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
