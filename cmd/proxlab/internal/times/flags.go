package times

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/survival"
)

// Flags name the columns of times beside their own.
type Flags struct {
	event, strata, entry string
	is                   []string
	names                []string // of the strata that were read
}

// Add adds the flags of learning.
func (f *Flags) Add(flags *pflag.FlagSet) {
	f.AddJudged(flags, eventHelp)
	flags.StringVar(&f.strata, "strata", "", "with cox, the column of strata, each of which has hazards of its own; it "+
		"is no feature of the model then")
	flags.StringVar(&f.entry, "entry", "", "with cox, the column of times from which on examples are watched, before "+
		"those of --target: of patients who come late, or of one's stretches of time, --fold-by keeps whose together")
}

// AddJudged adds the flags of what predictions are judged by.
func (f *Flags) AddJudged(flags *pflag.FlagSet, help string) {
	flags.StringVar(&f.event, "event", "", help)
	flags.StringSliceVar(&f.is, "event-is", nil, eventIsHelp)
}

// Given is the flag of a column that is named; "" for none.
func (f *Flags) Given() string {
	for flag, column := range map[string]string{"event": f.event, "strata": f.strata, "entry": f.entry} {
		if column != "" {
			return "--" + flag
		}
	}
	return ""
}

// Columns are those to be kept, in the order in which Read takes them.
func (f *Flags) Columns() []string { return words.NonEmpty(f.event, f.strata, f.entry) }

// Read reads the columns, which are the first that a frame of data keeps. decimal is the decimal point.
func (f *Flags) Read(frame *datasets.Frame, to *fit.Data, data, decimal string) (err error) {
	next := 0
	column := func(name string) (out []string) {
		if name != "" {
			out, next = frame.Kept[next], next+1
		}
		return out
	}
	if to.Event, err = eventsOf(data, f.event, f.is, column(f.event)); err != nil {
		return err
	}
	if f.strata != "" {
		if to.Query, err = f.readStrata(data, column(f.strata)); err != nil {
			return err
		}
	}
	for i, word := range column(f.entry) {
		text := strings.TrimSpace(word)
		if decimal == "," {
			text = strings.Replace(text, ",", ".", 1)
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || frame.Y != nil && !(v < frame.Y[i]) {
			return fmt.Errorf("%s: --entry %q is %q for example %d: a number before its time is due%s", ui.DataName(data),
				words.Name(f.entry), words.Name(word), i+1, timeOf(frame, i))
		}
		to.Entry = append(to.Entry, v)
	}
	return nil
}

// timeOf says what the time of an example is.
func timeOf(frame *datasets.Frame, i int) string {
	if frame.Y == nil {
		return ""
	}
	return fmt.Sprintf(", which is %g", frame.Y[i])
}

// readStrata numbers strata in the order in which they come.
func (f *Flags) readStrata(data string, column []string) (out []int64, err error) {
	if i := slices.Index(column, ""); i >= 0 {
		return nil, fmt.Errorf("%s: --strata %q: example %d has none: every example belongs to a stratum", ui.DataName(data),
			words.Name(f.strata), i+1)
	}
	for i, k := range words.Numbered(column) {
		if k == len(f.names) {
			f.names = append(f.names, column[i])
		}
		out = append(out, int64(k))
	}
	return out, nil
}

// The words of a model's file for the columns.
const eventMade, strataMade, entryMade = "event-is", "strata", "entry"

// Remember says in a model by which columns it has learnt, and finds its baseline hazards.
func (f *Flags) Remember(m *model.Linear, data fit.Data) error {
	for word, text := range map[string]string{
		eventMade: strings.Join(f.is, ","), strataMade: f.strata, entryMade: f.entry,
	} {
		if text != "" {
			m.Made[word] = text
		}
	}
	of, ok := m.Known.(loss.Followed)
	if !ok {
		return nil
	}
	scores, err := m.Scores(data.X)
	if err != nil {
		return err
	}
	weights := slices.Clone(data.Weights)
	if weights != nil {
		floats.Scale(1/floats.Sum(weights), weights)
	}
	bound := of.BindWatched(data.Y, data.Event, loss.Watched{Strata: data.Query, Entry: data.Entry}, weights)
	if h, ok := bound.(survival.Hazards); ok {
		m.Baseline = survival.NewBaseline(h, scores.Data, data.Y, data.Query, f.names)
	}
	return nil
}

// Recall takes the words for events and the column of strata from a model, where its curves are asked for.
func (f *Flags) Recall(m *model.Linear, curves bool) {
	if f.event != "" && f.is == nil && m.Made[eventMade] != "" {
		f.is = strings.Split(m.Made[eventMade], ",")
	}
	if curves {
		f.strata = m.Made[strataMade]
	}
}

// Entered tells whether a model has learnt from stretches of time, which are no lives to judge by.
func Entered(m *model.Linear) bool { return m.Made[entryMade] != "" }

// Strata are the places in a model's baseline of the strata that were read; nil for one.
func (f *Flags) Strata(b *survival.Baseline, of []int64, data string) ([]int, error) {
	if f.strata == "" {
		return nil, nil
	}
	place, out := make([]int, len(f.names)), make([]int, len(of))
	for k, name := range f.names {
		place[k] = -1
		if at, err := b.Find(name); err == nil {
			place[k] = at
		}
	}
	for i, k := range of {
		if out[i] = place[k]; out[i] < 0 {
			_, err := b.Find(f.names[k])
			return nil, fmt.Errorf("%s: --strata %q of example %d: %w", ui.DataName(data), words.Name(f.strata), i+1, err)
		}
	}
	return out, nil
}
