package reproduce

import (
	"errors"
	"fmt"
	"slices"
)

// CheckClaims returns an error for every claim of a study that lacks its statement, place, value, criterion, table,
// figure or judge; for criteria of one id that say different things of the paper, or that nobody can tell apart; for
// readings without a reason; and for verdicts on a record without their spread or their figure.
func CheckClaims(s Study, rec *Record) error {
	var wrong []error
	for i, c := range s.Claims {
		report := func(format string, args ...any) {
			wrong = append(wrong, fmt.Errorf("study %s: claim %s on %s%s", s.Name, c.ID, c.Table, fmt.Sprintf(format, args...)))
		}
		if lacks := c.lacks(); lacks != "" {
			report(" lacks its %s", lacks)
		}
		if s.Layout(c.Table).ID == "" {
			report(": there is no such table")
		}
		for _, o := range s.Claims[:i] {
			if o.ID == c.ID && (o.Statement != c.Statement || o.Where != c.Where || o.Paper != c.Paper) {
				report(" says another thing of the paper than on %s", o.Table)
			}
			if o.ID == c.ID && o.Table == c.Table && o.Reading.Name == c.Reading.Name {
				report(" is there twice")
			}
			if o.ID == c.ID && (o.Reading.Name == "") != (c.Reading.Name == "") {
				report(": some of its readings have no name")
			}
		}
	}
	if len(wrong) > 0 {
		return errors.Join(wrong...)
	}
	var drawn []string
	for _, f := range s.Figures(rec) {
		drawn = append(drawn, f.About().ID)
	}
	for _, c := range s.Judge(rec) {
		report := func(what string) {
			wrong = append(wrong, fmt.Errorf("study %s: claim %s on %s lacks its %s", s.Name, c.ID, c.Table, what))
		}
		switch {
		case c.Verdict == NotTestable: // what is missing cannot be drawn either
		case c.Spread == "":
			report("spread")
		case !slices.Contains(drawn, c.Figure):
			report("figure " + c.Figure)
		}
	}
	return errors.Join(wrong...)
}

// lacks names what the criterion does not say, "" where nothing is missing.
func (c Criterion) lacks() string {
	for _, part := range []struct {
		name    string
		missing bool
	}{
		{"id", c.ID == ""}, {"statement", c.Statement == ""}, {"place", c.Where == ""}, {"paper's value", c.Paper == ""},
		{"criterion", c.Rule == ""}, {"table", c.Table == ""}, {"figure", c.Figure == ""}, {"judge", c.Judge == nil},
		{"reason for its reading", c.Reading.Name != "" && c.Reading.Reason == ""},
		{"rank of its reading", c.Reading.Name != "" && !slices.Contains(ranks, c.Reading.Rank)},
	} {
		if part.missing {
			return part.name
		}
	}
	return ""
}
