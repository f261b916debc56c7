// Package times has the flags of times that end by events, and what the commands make of them.
package times

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
)

const (
	eventHelp = "with the cox loss, the column that says how times end: 1, yes or true by an event, 0, no or false " +
		"censored (without it all end by an event); it is no feature of the model then"
	eventIsHelp = "the words of the column of --event that are events, as dead,2; all others are censored"
)

// eventsOf reads the column that says whether times end by an event, by words for events where there are some; nil
// where it has no name.
func eventsOf(data, name string, is, column []string) ([]bool, error) {
	if name == "" && is != nil {
		return nil, errors.New("--event-is says what the column of --event has: give that, too")
	}
	if name == "" {
		return nil, nil
	}
	event := make([]bool, len(column))
	for i, word := range column {
		var known bool
		if is != nil {
			event[i], known = slices.ContainsFunc(is, func(w string) bool { return sameWord(w, word) }), word != ""
		} else {
			event[i], known = isEvent(word)
		}
		if !known {
			return nil, fmt.Errorf("%s: --event %q is %q for example %d: it must be 1, yes or true (an event), or 0, no or "+
				"false (censored); or --event-is says which words are events", ui.DataName(data), words.Name(name),
				words.Name(word), i+1)
		}
	}
	if is != nil && !slices.Contains(event, true) {
		return nil, fmt.Errorf("%s: --event %q is nowhere %s", ui.DataName(data), words.Name(name), ui.Joined(is))
	}
	return event, nil
}

// sameWord tells whether two words are the same, in capitals or not, or the same number.
func sameWord(a, b string) bool {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	v, bad := strconv.ParseFloat(a, 64)
	w, worse := strconv.ParseFloat(b, 64)
	return strings.EqualFold(a, b) || bad == nil && worse == nil && v == w
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
