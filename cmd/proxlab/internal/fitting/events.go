package fitting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
)

const eventHelp = "with the cox loss, the column that says how times end: 1, yes or true by an event, 0, no or false " +
	"censored (without it all end by an event); it is no feature of the model then"

// NonEmpty are the words that are not empty.
func NonEmpty(words ...string) []string {
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// EventsOf reads the column of a frame that says whether times end by an event, the first that is kept; nil where there
// is none.
func EventsOf(frame *datasets.Frame, data, column string) ([]bool, error) {
	if column == "" {
		return nil, nil
	}
	event := make([]bool, len(frame.Kept[0]))
	for i, word := range frame.Kept[0] {
		var known bool
		if event[i], known = isEvent(word); !known {
			return nil, fmt.Errorf("%s: --event %q is %q for example %d: it must be 1, yes or true (an event), or 0, no or "+
				"false (censored)", ui.DataName(data), Name(column), Name(word), i+1)
		}
	}
	return event, nil
}

// beside reads the columns beside features and targets: events of times, or queries of documents.
func (r *fitting) beside() (err error) {
	if r.data.Event, err = EventsOf(r.frame, r.flags.data, r.flags.event); err != nil {
		return err
	}
	r.data.Query, err = QueriesOf(r.frame, r.flags.data, r.flags.queryColumn())
	return err
}

// isEvent reads how a time ends.
func isEvent(word string) (event, known bool) {
	word = strings.ToLower(strings.TrimSpace(word))
	if v, err := strconv.ParseFloat(word, 64); err == nil {
		return v == 1, v == 0 || v == 1
	}
	event = word == "yes" || word == "true"
	return event, event || word == "no" || word == "false"
}
