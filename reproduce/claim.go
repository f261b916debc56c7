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
