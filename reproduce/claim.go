package reproduce

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/datasets"
)

// Claim is a statement of a paper, judged by one criterion under one reading on one table.
type Claim struct {
	ID         string  `json:"id"`
	Study      string  `json:"study"`
	Statement  string  `json:"statement"` // the paper's own words
	Where      string  `json:"where"`     // they stand
	PaperValue string  `json:"paper_value"`
	Criterion  string  `json:"criterion"`
	Reading    string  `json:"reading,omitempty"`
	Reason     string  `json:"reason,omitempty"` // for the reading
	Rank       Rank    `json:"rank,omitempty"`   // of the reading
	Table      string  `json:"table"`
	Figure     string  `json:"figure"`
	Command    string  `json:"command"`
	Verdict    Verdict `json:"verdict"`
	Ours       string  `json:"ours"`
	Spread     string  `json:"spread,omitempty"`
	Needed     int     `json:"replications_needed,omitempty"` // to decide what is open, about
	// Data is the weakest kind that it rests on.
	Data datasets.Kind `json:"data"`
}

// Criterion is a claim before it is judged: what the paper says, the rows that are needed, and how they decide. A claim
// that is judged on several tables, or under several readings, has a criterion for each, with the same id, statement,
// place and paper's value.
type Criterion struct {
	ID string
	// Statement is what the paper says, word for word, and Where its place. An ellipsis stands for what is left out.
	Statement, Where string
	// Paper is what the paper found, in short.
	Paper string
	// Rule says what has to be seen for the claim to hold; whatever it has that is not in the statement is ours.
	Rule string
	// Reading is that of what the paper leaves open, where that turns a verdict; the zero value where there is one only.
	Reading Reading
	// Table and Figure show what is judged.
	Table, Figure string
	// Needs are the ids of the rows that must be there; where it is empty, some row must be.
	Needs []string
	// Timed says that times are compared, which must then come from one model of processor.
	Timed bool
	// Judge says what was found on a table that has what is needed. The record is for curves and other tables.
	Judge func(t *Table, rec *Record) Finding
}

// Reading is one way to take what a paper leaves open.
type Reading struct {
	Name   string // in a word or two
	Rank   Rank
	Reason string // what the paper leaves open, and why it may be taken so
}

// Rank says whose a reading is.
type Rank string

// The ranks of readings, the first first: what the paper says of its own experiments or words, what follows from them,
// and what we made of a paper that is silent. A claim that leaves nothing open is as the paper states it.
const (
	Stated   Rank = "stated by the paper"
	Inferred Rank = "inferred from it"
	Ours     Rank = "ours"
)

var ranks = []Rank{Stated, Inferred, Ours}

// Weaker is the later of two ranks.
func (r Rank) Weaker(than Rank) Rank {
	return ranks[max(slices.Index(ranks, r), slices.Index(ranks, than))]
}

// On returns the criterion for another form of its table.
func (c Criterion) On(table string) Criterion {
	c.Table = table
	return c
}

// Under returns the criterion under a reading.
func (c Criterion) Under(r Reading) Criterion {
	c.Reading = r
	return c
}

// Judge decides every claim on every table that the record has for it. A claim under a reading for which it has none
// is not testable, on the first of its tables; where Only chose what was made, it is not asked.
func (s Study) Judge(rec *Record) []Claim {
	out := []Claim{} // a list in JSON, where it is empty too
	chosen := len(rec.Config.Only) > 0
	made := func(id string) bool {
		t := rec.Table(id)
		return t != nil && (len(t.Rows) > 0 || !chosen)
	}
	for i, c := range s.Claims {
		same := func(o Criterion) bool { return o.ID == c.ID && o.Reading.Name == c.Reading.Name }
		first := slices.IndexFunc(s.Claims, same) == i
		somewhere := slices.ContainsFunc(s.Claims, func(o Criterion) bool { return same(o) && made(o.Table) })
		if made(c.Table) || first && !somewhere && !chosen {
			out = append(out, c.on(s, rec))
		}
	}
	return out
}

// on judges the claim on the criterion's table.
func (c Criterion) on(s Study, rec *Record) Claim {
	out := Claim{
		ID: c.ID, Study: s.Name, Statement: c.Statement, Where: c.Where, PaperValue: c.Paper, Criterion: c.Rule,
		Reading: c.Reading.Name, Reason: c.Reading.Reason, Rank: c.Reading.Rank, Table: c.Table, Figure: c.Figure,
		Command: fmt.Sprintf("%s --scale paper --only %s", cmp.Or(s.Command, "proxlab reproduce "+s.Name), c.Table),
		Ours:    "rows missing", Verdict: NotTestable,
	}
	if c.Reading.Name == "" {
		out.Rank = Stated
	}
	rows, ok := c.rows(rec.Table(c.Table))
	if !ok {
		return out
	}
	found := c.Judge(rec.Table(c.Table), rec)
	if found.Ours == "" {
		return out
	}
	out.Ours, out.Spread, out.Needed, out.Data = found.Ours, found.Spread, found.Needed, weakest(rows)
	out.Verdict = found.Verdict
	switch {
	case out.Data == datasets.Unverified:
		would := map[Verdict]string{Holds: "it holds", Fails: "it fails", Open: "it is open"}[found.Verdict]
		out.Ours, out.Verdict = "on data that were not verified "+would+": "+found.Ours, NotVerified
	case c.Timed && severalProcessors(rows):
		out.Ours, out.Verdict = "measured on different processors: "+found.Ours, NotComparable
	}
	return out
}

// severalProcessors tells that the times of some rows were not all measured on one model of processor.
func severalProcessors(rows []Row) bool {
	var all []string
	for _, r := range rows {
		all = append(all, r.Texts(processorsKey)...)
	}
	slices.Sort(all)
	return len(slices.Compact(all)) > 1
}

// weakest returns the kind of data of rows: unverified if any is, or else synthetic, or else stand-in.
func weakest(rows []Row) datasets.Kind {
	for _, kind := range []datasets.Kind{datasets.Unverified, datasets.Synthetic, datasets.StandIn} {
		if slices.ContainsFunc(rows, func(r Row) bool { return r.Data.Kind == kind }) {
			return kind
		}
	}
	return rows[0].Data.Kind
}

// rows returns the rows that are needed, or all; ok is false where one is missing or has no numbers.
func (c Criterion) rows(t *Table) (rows []Row, ok bool) {
	if t == nil {
		return nil, false
	}
	if len(c.Needs) == 0 {
		rows = slices.DeleteFunc(slices.Clone(t.Rows), func(r Row) bool { return r.Status() != "" })
		return rows, len(rows) > 0
	}
	for _, id := range c.Needs {
		r, found := t.Row(id)
		if !found || r.Status() != "" {
			return nil, false
		}
		rows = append(rows, r)
	}
	return rows, true
}
