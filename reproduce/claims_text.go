package reproduce

import (
	"fmt"
	"strings"
)

// ClaimsInFull writes all there is to say of some claims, as text in lines of 120.
func ClaimsInFull(claims []Claim) string { return ClaimsWithin(claims, TextWidth) }

// ClaimsWithin writes the same in lines of a width.
func ClaimsWithin(claims []Claim, width int) string {
	var b strings.Builder
	for i, group := range ClaimsByID(claims) {
		if i > 0 {
			b.WriteString("\n")
		}
		first := group[0]
		fmt.Fprintf(&b, "%s, of study %s\n\n“%s”\n(%s)\n\nThe paper's value: %s.\n", first.ID, first.Study, first.Statement,
			first.Where, first.PaperValue)
		for _, rule := range rules(group) {
			fmt.Fprintf(&b, "\nIt holds where %s:\n", rule)
			for _, c := range group {
				if c.Criterion == rule {
					c.inFull(&b)
				}
			}
		}
	}
	return Wrapped(b.String(), width)
}

// inFull writes what was found of a claim on a table.
func (c Claim) inFull(b *strings.Builder) {
	fmt.Fprintf(b, "\n- %s%s: %s%s\n", c.Table, c.under(), c.Verdict, onData(c.Data))
	for _, part := range [][2]string{
		{"ours", c.Ours}, {"spread", c.Spread}, {"open", strings.TrimSpace(c.Asks())}, {"reading", c.Reason},
		{"figure", c.Figure}, {"command", c.Command},
	} {
		if part[1] != "" {
			fmt.Fprintf(b, "  %s: %s\n", part[0], part[1])
		}
	}
}
