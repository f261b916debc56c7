package session

import (
	"github.com/proxlab/proxlab/reproduce"
)

// A prediction, and then what was found.
func ExamplePredict() {
	Predict("iterations saved (%)", 50, 48, 0.1)
	Predict("iterations saved (%)", 90, 48, 0.1)
	Predict("iterations saved (%)", Unsaid, 48, 0.1)
	// Output:
	// iterations saved (%): 48. You said 50: right, within 10 %.
	// iterations saved (%): 48. You said 90, off by 42.
	// iterations saved (%): 48
}

// Without a record there is nothing to say, and no claims.
func ExampleInFull() {
	InFull(&reproduce.Record{})
	// Output:
}
