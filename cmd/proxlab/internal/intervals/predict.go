package intervals

import (
	"fmt"
	"io"
	"math"

	"github.com/spf13/pflag"

	"github.com/proxlab/proxlab/toolkit/conformal"
	"github.com/proxlab/proxlab/toolkit/fit/intervals"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// Ends are those of the intervals of examples at a level; nil where none were asked for.
type Ends struct {
	Level    float64  `json:"level"`
	Way      string   `json:"way"`
	Width    float64  `json:"mean_width"`
	Coverage *float64 `json:"coverage,omitempty"` // the share of targets within; nil without targets

	low, high []float64
}

// AddLevel adds the flag of predict.
func AddLevel(flags *pflag.FlagSet, level *float64) {
	flags.Float64Var(level, "interval", 0, "intervals of predictions at this level, as 0.9, in --out too, of a model "+
		"that has learnt them by fit --conformal")
}

// Check refuses a level that a model has no intervals of.
func Check(m *model.Linear, level float64) error {
	switch c := m.Conformal; {
	case level == 0:
		return nil
	case !(level > 0 && level < 1):
		return fmt.Errorf("--interval %g: a level between 0 and 1 is due, as 0.9", level)
	case c == nil:
		return fmt.Errorf("--interval %g: the model has learnt no intervals: fit it with --conformal cv+", level)
	case conformal.Least(level) > len(c.Errors):
		return fmt.Errorf("--interval %g needs the errors of %d examples, and the model has %d: take a lower level", level,
			conformal.Least(level), len(c.Errors))
	}
	return nil
}

// Of are the ends of examples, judged by targets where there are such.
func Of(m *model.Linear, x linalg.Map, offset, y []float64, level float64) (*Ends, error) {
	if level == 0 {
		return nil, nil
	}
	low, high, err := intervals.Predict(m, x, offset, level)
	if err != nil {
		return nil, err
	}
	out := &Ends{Level: level, Way: m.Conformal.Way, low: low, high: high}
	var within, judged float64
	for i := range low {
		out.Width += (high[i] - low[i]) / float64(len(low))
		if y == nil || math.IsNaN(y[i]) {
			continue
		}
		judged++
		if low[i] <= y[i] && y[i] <= high[i] {
			within++
		}
	}
	if judged > 0 {
		within /= judged
		out.Coverage = &within
	}
	return out, nil
}

// Head are the columns of a file, and Row what they hold for an example.
func (e *Ends) Head() []string {
	if e == nil {
		return nil
	}
	return []string{"low", "high"}
}

// Row is empty where no intervals were asked for.
func (e *Ends) Row(i int) []float64 {
	if e == nil {
		return nil
	}
	return []float64{e.low[i], e.high[i]}
}

// Print says how wide intervals are, and how many targets are within.
func (e *Ends) Print(w io.Writer) error {
	if e == nil {
		return nil
	}
	_, err := fmt.Fprintf(w, "intervals at %g %% by %s: %.5g wide in the mean", 100*e.Level, e.Way, e.Width)
	if err == nil && e.Coverage != nil {
		_, err = fmt.Fprintf(w, ", with %.2f %% of the targets within", 100**e.Coverage)
	}
	if err == nil {
		_, err = fmt.Fprintln(w)
	}
	return err
}
