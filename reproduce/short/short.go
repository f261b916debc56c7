// Package short says in a few paragraphs what came of a study, for the site, the pages of results and notebooks, and
// what came of all together. A text names verdicts, and tables for what it says besides, by calls that look them up:
// where the record has it otherwise there is no text but an error.
package short

import (
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
)

// texts are text/<study>.html, each with a template "sentence" that is the shortest, and text/together.html.
//
//go:embed text
var texts embed.FS

// Evidence writes what a sentence rests on: the verdict on a claim, said in words, and a table of the record.
type Evidence struct {
	Verdict func(verdict, id, said string) string
	Table   func(study, id string) string
}

// Text is what is written of a record's study; "" where nothing is.
func Text(rec *reproduce.Record, e Evidence) (template.HTML, error) {
	text, err := write(rec.Study, "", e, rec)
	return template.HTML(text), err
}

// Sentence is the shortest form of it.
func Sentence(rec *reproduce.Record, e Evidence) (string, error) {
	return write(rec.Study, "sentence", e, rec)
}

// Together is what the studies say together, as their records have it.
func Together(recs []*reproduce.Record, e Evidence) (template.HTML, error) {
	text, err := write("together", "", e, recs...)
	return template.HTML(text), err
}

// Studies are those of which there is a text.
func Studies() (names []string) {
	all, err := fs.Glob(texts, "text/*.html")
	if err != nil {
		panic("short: " + err.Error()) // the pattern is right
	}
	for _, name := range all {
		if name = strings.TrimSuffix(path.Base(name), ".html"); name != "together" {
			names = append(names, name)
		}
	}
	return names
}

// write fills the text of a name, or a part of it. Its calls are say, with a verdict, a claim and what says which of
// the verdicts on it are meant, and see, with a table, behind its study where there are several.
func write(name, part string, e Evidence, recs ...*reproduce.Record) (string, error) {
	text, err := texts.ReadFile("text/" + name + ".html")
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	t, err := template.New(name).Funcs(template.FuncMap{
		"say": func(verdict, id string, where ...string) (template.HTML, error) {
			said, err := Said(judging(recs, id), verdict, id, where...)
			if err != nil {
				return "", err
			}
			return template.HTML(e.Verdict(verdict, id, said)), nil
		},
		"see": func(names ...string) (template.HTML, error) {
			study, table := recs[0].Study, names[len(names)-1]
			if len(names) > 1 {
				study = names[0]
			}
			has := func(r *reproduce.Record) bool { return r.Study == study && r.Table(table) != nil }
			if !slices.ContainsFunc(recs, has) {
				return "", fmt.Errorf("study %s has no table %s", study, table)
			}
			return template.HTML(e.Table(study, table)), nil
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

// judging is the record that judges a claim, or else the first.
func judging(recs []*reproduce.Record, id string) *reproduce.Record {
	k := slices.IndexFunc(recs, func(r *reproduce.Record) bool {
		return slices.ContainsFunc(r.Claims, func(c reproduce.Claim) bool { return c.ID == id })
	})
	return recs[max(k, 0)]
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
