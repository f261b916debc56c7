package words

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/spf13/pflag"
)

// NonEmpty are the words that are not empty.
func NonEmpty(words ...string) []string {
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// Name is a name, or a word, of the data as it is shown.
func Name(s string) string {
	const longest = 60
	return plain.Text(plain.Cut(s, longest))
}

// OffsetFlags name the column of what is added to predictions, as it is or as an exposure, of which the logarithm is.
type OffsetFlags struct{ offset, exposure string }

// Add adds the flags.
func (f *OffsetFlags) Add(flags *pflag.FlagSet) {
	flags.StringVar(&f.offset, "offset", "",
		"the column of offsets, which are added to the scores of the examples; it is no feature of the model then")
	flags.StringVar(&f.exposure, "exposure", "",
		"the column of exposures > 0, as years under observation: their logarithms are offsets")
}

// Column is the column; "" for none.
func (f *OffsetFlags) Column() string { return cmp.Or(f.offset, f.exposure) }

// Check tests that there is one column at most, and that the loss takes it.
func (f *OffsetFlags) Check(loss string) error {
	switch {
	case f.offset != "" && f.exposure != "":
		return errors.New("--exposure is the exponential of --offset: give one of both")
	case f.Column() != "" && slices.Contains([]string{"multinomial", "cox", "pairwise", "ndcg"}, loss):
		return fmt.Errorf("--offset and --exposure go with losses of one score an example, and not with %s", loss)
	}
	return nil
}

// Of reads the column, the first that a frame of data keeps; nil where there is none. decimal is the decimal point.
func (f *OffsetFlags) Of(frame *datasets.Frame, data, decimal string) ([]float64, error) {
	if f.Column() == "" {
		return nil, nil
	}
	flag, due := "--offset", "a number"
	if f.exposure != "" {
		flag, due = "--exposure", "a number above 0"
	}
	out := make([]float64, len(frame.Kept[0]))
	for i, word := range frame.Kept[0] {
		text := strings.TrimSpace(word)
		if decimal == "," {
			text = strings.Replace(text, ",", ".", 1)
		}
		v, err := strconv.ParseFloat(text, 64)
		if f.exposure != "" && err == nil {
			v = math.Log(v)
		}
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%s: %s %q is %q for example %d: %s is due", ui.DataName(data), flag, Name(f.Column()),
				Name(word), i+1, due)
		}
		out[i] = v
	}
	return out, nil
}

// The words of a model's file for the columns.
const offsetMade, exposureMade = "offset", "exposure"

// Remember says in a model by which column it has learnt.
func (f *OffsetFlags) Remember(made map[string]string) {
	for word, column := range map[string]string{offsetMade: f.offset, exposureMade: f.exposure} {
		if column != "" {
			made[word] = column
		}
	}
}

// Recall takes the column that a model has learnt by, where none is given, and refuses what does not go with the model.
func (f *OffsetFlags) Recall(m *model.Linear) error {
	if m.Offset && f.Column() == "" {
		f.offset, f.exposure = m.Made[offsetMade], m.Made[exposureMade]
	}
	switch {
	case m.Offset && f.Column() == "":
		return errors.New("the model has learnt with offsets: name their column by --offset or --exposure")
	case !m.Offset && f.Column() != "":
		return errors.New("the model has learnt without offsets: --offset and --exposure are not for it")
	}
	return f.Check("")
}
