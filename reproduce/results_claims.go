package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/table"
)

// ClaimsByID puts the claims of one id of one study together, in the order in which they come first; of one id, those
// as the paper states it before those that follow from it, and before ours.
func ClaimsByID(claims []Claim) (groups [][]Claim) {
	for _, c := range claims {
		i := slices.IndexFunc(groups, func(g []Claim) bool { return g[0].ID == c.ID && g[0].Study == c.Study })
		if i < 0 {
			i = len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], c)
	}
	for _, g := range groups {
		slices.SortStableFunc(g, func(a, b Claim) int { return slices.Index(ranks, a.Rank) - slices.Index(ranks, b.Rank) })
	}
	return groups
}

// writeClaims lists the claims: the paper's words, and a verdict for every reading and table they were judged on, with
// the criterion, what was found and how far it varies.
func writeClaims(b *strings.Builder, claims []Claim) {
	b.WriteString("\n## What the paper claims\n")
	for _, group := range ClaimsByID(claims) {
		first := group[0]
		fmt.Fprintf(b, "\n### %s\n\n%s: “%s” The paper's value: %s.\n", first.ID, table.EscapeMarkdown(first.Where),
			table.EscapeMarkdown(first.Statement), table.EscapeMarkdown(first.PaperValue))
		for _, rule := range rules(group) {
			fmt.Fprintf(b, "\nIt holds where %s:\n\n", table.EscapeMarkdown(rule))
			for _, c := range group {
				if c.Criterion == rule {
					fmt.Fprintf(b, "- %s\n", c.line())
				}
			}
		}
	}
	if readings := Readings(claims); len(readings) > 0 {
		b.WriteString("\n## How the paper can be read\n\n")
		for _, r := range readings {
			fmt.Fprintf(b, "- **%s** (%s): %s\n", table.EscapeMarkdown(r.Name), r.Rank, table.EscapeMarkdown(r.Reason))
		}
	}
}

// line says in Markdown what was found of a claim on a table.
func (c Claim) line() string {
	out := fmt.Sprintf("%s%s: **%s**%s: %s.", c.Table, c.under(), c.Verdict, onData(c.Data),
		table.EscapeMarkdown(c.Ours))
	if c.Spread != "" {
		out += fmt.Sprintf(" Spread: %s.", table.EscapeMarkdown(c.Spread))
	}
	return out + c.Asks()
}

// under names the reading, after a comma.
func (c Claim) under() string {
	if c.Reading == "" {
		return ""
	}
	return fmt.Sprintf(", %s (%s)", c.Reading, c.Rank)
}

// Asks says what would decide a claim that is open.
func (c Claim) Asks() string {
	switch {
	case c.Verdict != Open:
		return ""
	case c.Needed == 0:
		return " No number of replications is known that would decide it."
	}
	return fmt.Sprintf(" About %d replications would decide it.", c.Needed)
}

// rules returns the criteria of some claims, each once.
func rules(claims []Claim) (out []string) {
	for _, c := range claims {
		if !slices.Contains(out, c.Criterion) {
			out = append(out, c.Criterion)
		}
	}
	return out
}

// Readings returns the readings of some claims, each once, by rank.
func Readings(claims []Claim) (out []Reading) {
	for _, c := range claims {
		if r := (Reading{c.Reading, c.Rank, c.Reason}); c.Reading != "" && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b Reading) int { return slices.Index(ranks, a.Rank) - slices.Index(ranks, b.Rank) })
	return out
}

// onData names the kind of data of a verdict, where there is one.
func onData(kind datasets.Kind) string {
	if kind == "" || kind == datasets.Unverified { // the verdict says it
		return ""
	}
	return fmt.Sprintf(" on %s data", kind)
}

// ClaimsTable shows claims with their verdicts.
func ClaimsTable(claims []Claim) figures.Table {
	t := figures.Table{
		ID:    "claims",
		Title: "What the papers claim, and what we found",
		Columns: []figures.Column{
			{Title: "claim"}, {Title: "the paper says"}, {Title: "paper"}, {Title: "reading"}, {Title: "table"}, {Title: "ours"},
			{Title: "data"}, {Title: "verdict"},
		},
	}
	for _, c := range claims {
		t.Rows = append(t.Rows, []string{
			c.ID, c.Statement, c.PaperValue, dashed(c.Reading), c.Table, c.Ours, string(c.Data), string(c.Verdict),
		})
	}
	return t
}

// VerdictsTable has a line for each claim, and the verdicts first: under which readings, on which tables, it came to
// each.
func VerdictsTable(claims []Claim) figures.Table {
	t := figures.Table{
		ID: "verdicts", Title: "What the paper claims, and what we found",
		Columns: []figures.Column{{Title: "claim"}, {Title: "verdicts"}, {Title: "the paper says"}, {Title: "paper"}},
	}
	for _, group := range ClaimsByID(claims) {
		var verdicts []string
		for _, v := range Verdicts {
			if under := readingsOf(group, v); under != "" {
				verdicts = append(verdicts, string(v)+": "+under)
			}
		}
		t.Rows = append(t.Rows, []string{
			group[0].ID, strings.Join(verdicts, "; "), group[0].Statement, group[0].PaperValue,
		})
	}
	return t
}

// readingsOf are the readings of a claim that came to a verdict, each with the tables it did so on.
func readingsOf(group []Claim, v Verdict) string {
	var names []string
	tables := map[string][]string{}
	for _, c := range group {
		if c.Verdict != v {
			continue
		}
		if tables[c.Reading] == nil {
			names = append(names, c.Reading)
		}
		tables[c.Reading] = append(tables[c.Reading], c.Table)
	}
	for k, name := range names {
		if names[k] = strings.Join(tables[name], ", "); name != "" {
			names[k] = fmt.Sprintf("%s (%s)", name, names[k])
		}
	}
	return strings.Join(names, ", ")
}
