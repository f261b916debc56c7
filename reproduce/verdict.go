package reproduce

// Verdict is what a run says of a claim.
type Verdict string

// The verdicts. A claim that fails is a result. One that the spread over replications does not decide is open. Times
// that were measured on different processors do not compare. What is found on data that nobody has verified decides
// nothing.
const (
	Holds         Verdict = "holds"
	Fails         Verdict = "fails"
	Open          Verdict = "open"
	NotTestable   Verdict = "not testable"
	NotComparable Verdict = "not comparable"
	NotVerified   Verdict = "not verified"
)

// Verdicts are all verdicts.
var Verdicts = []Verdict{Holds, Fails, Open, NotTestable, NotComparable, NotVerified}

// Finding is what a criterion found on a table.
type Finding struct {
	// Ours is what was found, in numbers beside the paper's. Where it is empty, the claim is not testable after all.
	Ours string
	// Verdict is Holds, Fails or Open.
	Verdict Verdict
	// Spread says how far what decides varies over replications, or why nothing varies.
	Spread string
	// Needed is about how many replications would decide a claim that is open; 0 where no number would, or nobody knows.
	Needed int
}

// Decided returns the finding of a claim that holds or fails beyond doubt; spread says why, or how far what decides
// varies.
func Decided(ours string, holds bool, spread string) Finding {
	f := Finding{Ours: ours, Verdict: Fails, Spread: spread}
	if holds {
		f.Verdict = Holds
	}
	return f
}

// NothingDrawn is the spread of what is the same whenever it is computed.
const NothingDrawn = "none: nothing in it is drawn or timed"
