package reproduce

import "github.com/proxlab/proxlab/datasets"

// Verdict is what a run says of a claim.
type Verdict string

// The verdicts. A claim that fails is a result.
const (
	Holds       Verdict = "holds"
	Fails       Verdict = "fails"
	NotTestable Verdict = "not testable"
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
	Data       datasets.Kind `json:"data"`
}

// Judgeable returns a claim that is not yet judged: not testable, for want of rows.
func Judgeable(study, id, table, where, statement, paper string) Claim {
	return Claim{
		ID:         id,
		Study:      study,
		Table:      table,
		Where:      where,
		Statement:  statement,
		PaperValue: paper,
		Ours:       "rows missing",
		Verdict:    NotTestable,
	}
}

// Decide returns the claim judged: what we found, on which kind of data, and whether it holds.
func (c Claim) Decide(kind datasets.Kind, ours string, holds bool) Claim {
	c.Ours, c.Data, c.Verdict = ours, kind, Fails
	if holds {
		c.Verdict = Holds
	}
	return c
}
