package site

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// section is a part of a page, below a heading, as the search box finds it.
type section struct {
	Page, Anchor  string
	Title, Within string // its heading, and that of the page
	Text          string
}

// unread are elements without words that anybody would look for: what leads around, code, printed output, pictures.
var unread = []string{"head", "nav", "script", "style", "svg", "pre", "form", "math"}

// titles are the elements that begin a section.
var titles = []string{"h1", "h2", "h3", "h4"}

// outline is a page as it is read into sections.
type outline struct {
	all          []section
	now          section
	title, text  strings.Builder
	anchor       string // of an element around the next heading
	heading      string // the element that is open
	skipped      string // the element that is passed over
	skippedDepth int
}

// sections are the parts of a page: one begins at each heading that can be linked to, or that stands first in something
// that can.
func sections(name string, content []byte) []section {
	o, z := outline{now: section{Page: name}}, html.NewTokenizer(bytes.NewReader(content))
	for z.Next() != html.ErrorToken {
		t := z.Token()
		switch {
		case o.skipped != "":
			o.skip(t)
		case t.Type == html.StartTagToken:
			o.start(t)
		case t.Type == html.EndTagToken && t.Data == o.heading:
			o.heading = ""
		case t.Type == html.TextToken && o.heading != "":
			o.title.WriteString(t.Data)
		case t.Type == html.TextToken:
			o.text.WriteString(t.Data + " ")
		}
	}
	o.finish()
	return o.all
}

// skip passes over what is inside an element.
func (o *outline) skip(t html.Token) {
	switch {
	case t.Data != o.skipped:
	case t.Type == html.StartTagToken:
		o.skippedDepth++
	case t.Type == html.EndTagToken:
		if o.skippedDepth--; o.skippedDepth == 0 {
			o.skipped = ""
		}
	}
}

// start opens an element.
func (o *outline) start(t html.Token) {
	id := attribute(t, "id")
	switch {
	case slices.Contains(unread, t.Data), t.Data == "table" && attribute(t, "class") == "proxlab":
		o.skipped, o.skippedDepth = t.Data, 1
	case slices.Contains(titles, t.Data) && (id != "" || o.anchor != "" || t.Data == "h1"):
		o.finish()
		o.now.Anchor, o.anchor = cmp.Or(id, o.anchor), ""
		o.heading = t.Data
	case id != "":
		o.anchor = id
	}
}

// finish ends a section.
func (o *outline) finish() {
	plain := func(b *strings.Builder) string {
		s := strings.Join(strings.Fields(strings.ReplaceAll(b.String(), "¶", "")), " ")
		b.Reset()
		return s
	}
	o.now.Title, o.now.Text = plain(&o.title), plain(&o.text)
	if o.now.Title == "" {
		return
	}
	o.now.Within = cmp.Or(o.now.Within, o.now.Title)
	o.all = append(o.all, o.now)
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
