package site

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
)

// claim is a claim of a paper with all verdicts on it.
type claim struct {
	ID, Paper, PaperName, Study, Where, Statement, Value string
	Rules                                                []rule
	Readings                                             []reproduce.Reading
	Outcome                                              string
	Stated                                               string // by the verdicts alone that follow the paper's own words
}

// rule is a criterion, with the verdicts by it.
type rule struct {
	Says     string
	Verdicts []verdict
}

// verdict is what was found under one reading on one table, with where it is seen: addresses from the site's root,
// empty where there is nothing to see.
type verdict struct {
	reproduce.Claim
	Asks, TableLink, FigureLink, RecordLink string
}

// claimOf gathers the verdicts on one claim.
func claimOf(of paper, p part, group []reproduce.Claim) claim {
	first := group[0]
	out := claim{
		ID: first.ID, Paper: of.ID, PaperName: of.Name, Study: first.Study, Where: first.Where, Statement: first.Statement,
		Value: first.PaperValue, Readings: reproduce.Readings(group), Outcome: outcomeOf(group),
	}
	stated := slices.DeleteFunc(slices.Clone(group), func(c reproduce.Claim) bool { return c.Rank != reproduce.Stated })
	if len(stated) > 0 {
		out.Stated = outcomeOf(stated)
	}
	tables, drawn := map[string]bool{}, map[string]bool{}
	if p.Record != nil {
		for _, t := range p.Study.Tables(p.Record) {
			tables[t.ID] = true
		}
		for _, f := range p.Study.Figures(p.Record) {
			drawn[f.About().ID] = true
		}
	}
	page := "papers/" + of.ID + ".html"
	for _, c := range group {
		v := verdict{Claim: c, Asks: strings.TrimSpace(c.Asks())}
		if tables[c.Table] {
			v.TableLink, v.RecordLink = page+"#table-"+c.Table, recordName(c.Study)
		}
		if drawn[c.Figure] {
			v.FigureLink = page + "#figure-" + c.Figure
		}
		k := slices.IndexFunc(out.Rules, func(r rule) bool { return r.Says == c.Criterion })
		if k < 0 {
			k = len(out.Rules)
			out.Rules = append(out.Rules, rule{Says: c.Criterion})
		}
		out.Rules[k].Verdicts = append(out.Rules[k].Verdicts, v)
	}
	return out
}

// Verdicts are all verdicts on the claim.
func (c claim) Verdicts() (all []verdict) {
	for _, r := range c.Rules {
		all = append(all, r.Verdicts...)
	}
	return all
}

// Words are the verdicts, each once, for a filter.
func (c claim) Words() string {
	var words []string
	for _, v := range c.Verdicts() {
		if w := v.Class(); !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// First is the verdict that comes first: as the paper states it, where that is so.
func (c claim) First() verdict { return c.Verdicts()[0] }

// OutcomeWord is the outcome in a word or two, for a row.
func (c claim) OutcomeWord() string {
	return map[string]string{
		always: "holds", sometimes: "holds in part", partly: "fails or open", undecided: "open", never: "fails",
		untested: "not testable",
	}[c.Outcome]
}

// TurnsOn says what the outcome turns on: the reading, where verdicts of one reading agree, or else the table; "" where
// all verdicts agree.
func (c claim) TurnsOn() string {
	all := c.Verdicts()
	for _, by := range []struct {
		what string
		of   func(v verdict) string
	}{
		{"the reading", func(v verdict) string { return v.Reading }}, {"the data", func(v verdict) string { return v.Table }},
		{"reading and data", verdict.Under},
	} {
		found, names := map[string]reproduce.Verdict{}, map[reproduce.Verdict][]string{}
		agree := true
		for _, v := range all {
			name := by.of(v)
			was, there := found[name]
			agree = agree && (!there || was == v.Verdict)
			if !there {
				found[name] = v.Verdict
				names[v.Verdict] = append(names[v.Verdict], name)
			}
		}
		if agree && len(names) > 1 {
			var parts []string
			for _, v := range reproduce.Verdicts {
				if len(names[v]) > 0 {
					parts = append(parts, fmt.Sprintf("%s: %s", v, strings.Join(names[v], ", ")))
				}
			}
			return by.what + " (" + strings.Join(parts, "; ") + ")"
		}
	}
	return ""
}

// Class is the verdict as one word.
func (v verdict) Class() string { return strings.ReplaceAll(string(v.Verdict), " ", "-") }

// Under names the reading, or else the table.
func (v verdict) Under() string {
	if v.Reading == "" {
		return v.Table
	}
	return v.Reading + ", " + v.Table
}

// The outcomes of a claim over all readings and tables that it is judged on.
const (
	always    = "always"
	sometimes = "sometimes"
	partly    = "partly"
	undecided = "undecided"
	never     = "never"
	untested  = "untested"
)

// outcome is a way in which claims came out, with the claims.
type outcome struct {
	ID, One, Many, Where string // the verb for one claim and for more, and what it is said of
	Claims               []claim
}

// Says is the outcome in words, after the number of its claims.
func (o outcome) Says() string {
	if len(o.Claims) == 1 {
		return o.One + o.Where
	}
	return o.Many + o.Where
}

// outcomes are all outcomes, in the order in which they are shown.
var outcomes = []outcome{
	{ID: always, One: "holds", Many: "hold", Where: " on every table and under every reading that could be tested"},
	{ID: sometimes, One: "holds", Many: "hold", Where: " under one reading or on one table, not under or on another"},
	{ID: partly, One: "fails", Many: "fail", Where: " under one reading or on one table, and elsewhere the spread over " +
		"replications does not decide"},
	{ID: undecided, One: "is", Many: "are", Where: " open: the spread over replications decides under no reading"},
	{ID: never, One: "fails", Many: "fail", Where: " on every table and under every reading that could be tested"},
	{ID: untested, Where: "could not be tested: data or times are missing"},
}

// outcomeOf sums up the verdicts on one claim, of tables that could be tested.
func outcomeOf(group []reproduce.Claim) string {
	n := map[reproduce.Verdict]int{}
	for _, c := range group {
		n[c.Verdict]++
	}
	switch n[reproduce.Holds] + n[reproduce.Fails] + n[reproduce.Open] {
	case 0:
		return untested
	case n[reproduce.Holds]:
		return always
	case n[reproduce.Fails]:
		return never
	}
	switch {
	case n[reproduce.Holds] > 0:
		return sometimes
	case n[reproduce.Fails] > 0:
		return partly
	}
	return undecided
}

// byOutcome sorts claims by what came out.
func byOutcome(claims []claim, of func(c claim) string) (found []outcome) {
	for _, o := range outcomes {
		for _, c := range claims {
			if of(c) == o.ID {
				o.Claims = append(o.Claims, c)
			}
		}
		if len(o.Claims) > 0 {
			found = append(found, o)
		}
	}
	return found
}

func overall(c claim) string  { return c.Outcome }
func asStated(c claim) string { return c.Stated }

// claims writes the ledger.
func (w writer) claims(papers []paper) error {
	var all []claim
	total := 0
	for _, p := range papers {
		for _, c := range p.Claims() {
			if k := slices.IndexFunc(all, func(o claim) bool { return o.ID == c.ID }); k >= 0 {
				return fmt.Errorf("studies %s and %s both have a claim %s", all[k].Study, c.Study, c.ID)
			}
			all = append(all, c)
			total += len(c.Verdicts())
		}
	}
	return w.page("claims.html", "Claims", "claims.html", map[string]any{
		"Papers": papers, "Claims": all, "Verdicts": total, "Outcomes": byOutcome(all, overall),
		"Stated": byOutcome(all, asStated), "Words": reproduce.Verdicts,
	})
}
