package reproduce

import (
	"slices"

	"github.com/proxlab/proxlab/datasets"
)

// Verdict is what a run says of a claim.
type Verdict string

// The verdicts. A claim that fails is a result. Times that were measured on different processors do not compare. What
// is found on data that nobody has verified decides nothing.
const (
	Holds         Verdict = "holds"
	Fails         Verdict = "fails"
	NotTestable   Verdict = "not testable"
	NotComparable Verdict = "not comparable"
	NotVerified   Verdict = "not verified"
)

// Claim is a sentence of a paper that can be checked, judged on one table.
type Claim struct {
	ID         string        `json:"id"`
	Study      string        `json:"study"`
	Table      string        `json:"table"`
	Where      string        `json:"where"`
	Statement  string        `json:"statement"`
	Verdict    Verdict       `json:"verdict"`
	PaperValue string        `json:"paper_value"`
	Ours       string        `json:"ours"`
	Data       datasets.Kind `json:"data"` // the weakest that it rests on
}

// Criterion is a claim before it is judged: what the paper says, the rows that are needed, and how they decide. One
// that is judged on several forms of a table has a criterion for each, with the same id.
type Criterion struct {
	ID, Table, Where, Statement, Paper string
	// Needs are the ids of the rows that must be there; where it is empty, some row must be.
	Needs []string
	// Timed says that times are compared, which must then come from one model of processor.
	Timed bool
	// Judge says what was found on a table that has what is needed, and whether the claim holds. The record is for curves.
	// Where ours is "", the claim is not testable after all.
	Judge func(t *Table, rec *Record) (ours string, holds bool)
}

// On returns the criterion for another form of its table.
func (c Criterion) On(table string) Criterion {
	c.Table = table
	return c
}

// Judge decides every claim on every table that the record has for it; a claim for which it has none is not testable,
// on the first of its tables.
func (s Study) Judge(rec *Record) []Claim {
	var out []Claim
	for i, c := range s.Claims {
		same := func(o Criterion) bool { return o.ID == c.ID }
		first := slices.IndexFunc(s.Claims, same) == i
		somewhere := slices.ContainsFunc(s.Claims, func(o Criterion) bool { return same(o) && rec.Table(o.Table) != nil })
		if rec.Table(c.Table) != nil || first && !somewhere {
			out = append(out, c.on(s.Name, rec))
		}
	}
	return out
}

// on judges the claim on the criterion's table.
func (c Criterion) on(study string, rec *Record) Claim {
	out := Claim{
		ID: c.ID, Study: study, Table: c.Table, Where: c.Where, Statement: c.Statement, PaperValue: c.Paper,
		Ours: "rows missing", Verdict: NotTestable,
	}
	rows, ok := c.rows(rec.Table(c.Table))
	if !ok {
		return out
	}
	ours, holds := c.Judge(rec.Table(c.Table), rec)
	if ours == "" {
		return out
	}
	out.Ours, out.Data, out.Verdict = ours, weakest(rows), Fails
	switch {
	case out.Data == datasets.Unverified && holds:
		out.Ours, out.Verdict = "on data that were not verified it holds: "+ours, NotVerified
	case out.Data == datasets.Unverified:
		out.Ours, out.Verdict = "on data that were not verified it fails: "+ours, NotVerified
	case c.Timed && severalProcessors(rows):
		out.Ours, out.Verdict = "measured on different processors: "+ours, NotComparable
	case holds:
		out.Verdict = Holds
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
