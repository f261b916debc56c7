package site

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"slices"
	"strings"
)

// shortText is what is written of a study, pages/short/<study>.html; "" where nothing is, or no record is kept.
func (p part) shortText() (string, error) {
	text, err := files.ReadFile("pages/short/" + p.Study.Name + ".html")
	if errors.Is(err, fs.ErrNotExist) || err == nil && p.Record == nil {
		return "", nil
	}
	return string(text), err
}

// short says what came of a study in a few paragraphs; "" where there are none. What the text says of a claim is a call
// of say, so that it stays true to the record; what it says besides names the table that shows it, by see.
func (p part) short() (template.HTML, error) {
	text, err := p.shortText()
	if err != nil || text == "" {
		return "", err
	}
	t, err := template.New("short/" + p.Study.Name).Funcs(template.FuncMap{"say": p.say, "see": p.see}).Parse(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, nil)
	return template.HTML(b.String()), err
}

// say shows the verdict on a claim, with a link to its evidence.
func (p part) say(verdict, id string, where ...string) (template.HTML, error) {
	said, err := p.said(verdict, id, where...)
	if err != nil {
		return "", err
	}
	return template.HTML(fmt.Sprintf(`<a class="verdict %s" href="../claims.html#%s">%s</a>`,
		strings.ReplaceAll(verdict, " ", "-"), template.HTMLEscapeString(id), template.HTMLEscapeString(said))), nil
}

// said is the verdict on a claim in words. Where names readings or tables, by which verdicts are meant; without them it
// is all. The error says that the record has it otherwise.
func (p part) said(verdict, id string, where ...string) (string, error) {
	k := slices.IndexFunc(p.Claims, func(c claim) bool { return c.ID == id })
	if k < 0 {
		return "", fmt.Errorf("study %s has no claim %s", p.Study.Name, id)
	}
	found := false
	for _, v := range p.Claims[k].Verdicts() {
		if slices.ContainsFunc(where, func(s string) bool { return s != v.Reading && s != v.Table }) {
			continue
		}
		if string(v.Verdict) != verdict {
			return "", fmt.Errorf("claim %s %q, %s: the text says that it %s, the record %s", id, where, v.Under(), verdict,
				v.Verdict)
		}
		found = true
	}
	if !found {
		return "", fmt.Errorf("claim %s has no verdict under %q", id, where)
	}
	if verdict == "open" || verdict == "not testable" {
		return id + " is " + verdict, nil
	}
	return id + " " + verdict, nil
}

// see links the table that shows what a sentence says.
func (p part) see(table string) (template.HTML, error) {
	t := p.Record.Table(table)
	if t == nil {
		return "", fmt.Errorf("study %s has no table %s", p.Study.Name, table)
	}
	return template.HTML(fmt.Sprintf(`<a class="verdict" href="#table-%s">table %s</a>`, template.HTMLEscapeString(table),
		template.HTMLEscapeString(table))), nil
}
