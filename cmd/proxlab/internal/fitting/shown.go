package fitting

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/toolkit/model"
)

// Number is a float64 that may be NaN, which is null in JSON.
type Number float64

// MarshalJSON writes null for what is no number.
func (n Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// shown is the number of weights that are printed.
const shown = 10

// Name is a name of the data as it is shown.
func Name(s string) string { return words.Name(s) }

// featureName returns a feature's name, or its number from 1.
func featureName(m *model.Linear, j int) string {
	if m.FeatureNames != nil {
		return Name(m.FeatureNames[j])
	}
	return fmt.Sprint(j + 1)
}
