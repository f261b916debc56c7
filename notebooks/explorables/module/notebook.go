package module

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Notebook is what pages and articles are made of.
type Notebook struct {
	Cells []Cell `json:"cells"`
}

// Cell is one of code or of text.
type Cell struct {
	Type    string   `json:"cell_type"`
	Source  Text     `json:"source"`
	Outputs []Output `json:"outputs"`
}

// Output is what a cell showed, by its kinds of media, or printed.
type Output struct {
	Data map[string]Text `json:"data"`
	Text Text            `json:"text"`
}

// Text is that of a notebook, which keeps it as a string or as a list of them.
type Text string

// UnmarshalJSON reads either, and nothing of what is neither: cells may show values that are no text.
func (t *Text) UnmarshalJSON(text []byte) error {
	var whole string
	var lines []string
	if json.Unmarshal(text, &whole) == nil {
		*t = Text(whole)
		return nil
	}
	if json.Unmarshal(text, &lines) != nil {
		lines = nil
	}
	*t = Text(strings.Join(lines, ""))
	return nil
}

// Read reads a notebook.
func Read(text []byte) (nb Notebook, err error) {
	if err = json.Unmarshal(text, &nb); err != nil {
		err = fmt.Errorf("it is no notebook: %w", err)
	} else if nb.Cells == nil {
		err = errors.New("it is no notebook: it has no cells")
	}
	return nb, err
}
