// Package short says in a few paragraphs what came of a study, for the site, the pages of results and notebooks. A text
// names verdicts, and tables for what it says besides, by calls that look them up: where the record has it otherwise
// there is no text but an error.
package short

import (
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
)

// texts are text/<study>.html, each with a template "sentence" that is the shortest.
//
//go:embed text
var texts embed.FS

// Evidence writes what a sentence rests on: the verdict on a claim, said in words, and a table of the record.
type Evidence struct {
	Verdict func(verdict, id, said string) string
	Table   func(id string) string
}

// Text is what is written of a record's study; "" where nothing is.
func Text(rec *reproduce.Record, e Evidence) (template.HTML, error) {
	text, err := write(rec, e, "")
	return template.HTML(text), err
}

// Sentence is the shortest form of it.
func Sentence(rec *reproduce.Record, e Evidence) (string, error) { return write(rec, e, "sentence") }

func write(rec *reproduce.Record, e Evidence, part string) (string, error) {
	text, err := texts.ReadFile("text/" + rec.Study + ".html")
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	t, err := template.New(rec.Study).Funcs(template.FuncMap{
		"say": func(verdict, id string, where ...string) (template.HTML, error) {
			said, err := Said(rec, verdict, id, where...)
			if err != nil {
				return "", err
			}
			return template.HTML(e.Verdict(verdict, id, said)), nil
		},
		"see": func(table string) (template.HTML, error) {
			if rec.Table(table) == nil {
				return "", fmt.Errorf("study %s has no table %s", rec.Study, table)
			}
			return template.HTML(e.Table(table)), nil
		},
	}).Parse(string(text))
	if err != nil {
		return "", err
	}
	if part != "" {
		t = t.Lookup(part)
	}
	var b strings.Builder
	err = t.Execute(&b, nil)
	return b.String(), err
}

// Said is the verdict on a claim in words. Where names readings or tables, by which verdicts are meant; without them it
// is all. The error says that the record has it otherwise.
func Said(rec *reproduce.Record, verdict, id string, where ...string) (string, error) {
	known, found := false, false
	for _, c := range rec.Claims {
		if c.ID != id {
			continue
		}
		known = true
		if slices.ContainsFunc(where, func(s string) bool { return s != c.Reading && s != c.Table }) {
			continue
		}
		if string(c.Verdict) != verdict {
			return "", fmt.Errorf("claim %s %q, on table %s under the reading %q: the text says that it %s, the record %s", id,
				where, c.Table, c.Reading, verdict, c.Verdict)
		}
		found = true
	}
	switch {
	case !known:
		return "", fmt.Errorf("study %s has no claim %s", rec.Study, id)
	case !found:
		return "", fmt.Errorf("claim %s has no verdict under %q", id, where)
	case verdict == string(reproduce.Open) || verdict == string(reproduce.NotTestable):
		return id + " is " + verdict, nil
	}
	return id + " " + verdict, nil
}
