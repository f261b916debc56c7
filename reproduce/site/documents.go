package site

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/proxlab/proxlab/reproduce"
)

// document is a document in Markdown that becomes a page.
type document struct {
	Path        string // of the Markdown, from the project's root
	Page        string // from the site's root
	Title, Lead string
	root        ast.Node
	source      []byte
}

// resultPages are the studies' pages of results, to which that of all results leads.
const resultPages = "docs/results/*.md"

// others are documents outside the folder docs.
var others = []string{"README.md", "bench/README.md", "CONTRIBUTING.md", "CHANGELOG.md"}

var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// documentList reads the documents, those of the folder docs first.
func (w writer) documentList() (list []document, err error) {
	paths, err := fs.Glob(w.Documents, "docs/*.md")
	if err != nil {
		return nil, err
	}
	results, err := fs.Glob(w.Documents, resultPages)
	if err != nil {
		return nil, err
	}
	paths = append(paths, results...)
	for _, p := range append(paths, others...) {
		d := document{Path: p, Page: "docs/" + strings.ToLower(strings.TrimSuffix(strings.ReplaceAll(p, "/", "-"), ".md"))}
		d.Page = strings.Replace(d.Page, "docs/docs-", "docs/", 1) + ".html"
		if d.source, err = fs.ReadFile(w.Documents, p); err != nil {
			return nil, err
		}
		ids := parser.NewContext(parser.WithIDs(anchors{}))
		d.root = markdown.Parser().Parse(text.NewReader(d.source), parser.WithContext(ids))
		for n := d.root.FirstChild(); n != nil && d.Lead == ""; n = n.NextSibling() {
			switch n.(type) {
			case *ast.Heading:
				if d.Title == "" {
					d.Title = words(n, d.source)
				}
			case *ast.Paragraph:
				d.Lead, _, _ = strings.Cut(words(n, d.source), ". ")
				d.Lead = strings.TrimRight(d.Lead, ".:") + "."
			}
		}
		list = append(list, d)
	}
	return list, nil
}

// words is the text of a node.
func words(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// anchors names headings as GitHub does, whose anchors the documents use.
type anchors map[string]bool

// Generate names a heading by its text.
func (a anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	base := reproduce.Anchor(string(value))
	id := base
	for k := 1; a[id]; k++ {
		id = fmt.Sprintf("%s-%d", base, k)
	}
	a[id] = true
	return []byte(id)
}

// Put notes a name that is taken.
func (a anchors) Put(value []byte) { a[string(value)] = true }

// documents writes a page for each document.
func (w writer) documents([]paper) error {
	list, err := w.documentList()
	if err != nil {
		return err
	}
	for _, d := range list {
		if err := w.relink(d, list); err != nil {
			return fmt.Errorf("%s: %w", d.Path, err)
		}
		var b bytes.Buffer
		if err := markdown.Renderer().Render(&b, d.source, d.root); err != nil {
			return err
		}
		scroll := strings.NewReplacer("<table>", `<div class="scroll" tabindex="0"><table>`, "</table>", "</table></div>",
			"<pre>", `<pre tabindex="0">`)
		if err := w.framed(d.Page, d.Title, scroll.Replace(b.String())); err != nil {
			return err
		}
	}
	return nil
}

// relink lets the links of a document lead to pages of the site, and copies its pictures there. A link to a file that
// the site has not becomes its text.
func (w writer) relink(d document, list []document) error {
	var dead []ast.Node
	err := ast.Walk(d.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			to, ok := w.address(d, string(n.Destination), list)
			if !ok {
				dead = append(dead, n)
			}
			n.Destination = []byte(to)
		case *ast.Image:
			from := path.Join(path.Dir(d.Path), string(n.Destination))
			content, err := fs.ReadFile(w.Documents, from)
			if err != nil {
				return ast.WalkStop, err
			}
			to := path.Join("pictures", from)
			n.Destination = []byte("../" + to)
			return ast.WalkContinue, w.file(to, content)
		}
		return ast.WalkContinue, nil
	})
	for _, n := range dead {
		for c := n.FirstChild(); c != nil; c = n.FirstChild() {
			n.Parent().InsertBefore(n.Parent(), n, c)
		}
		n.Parent().RemoveChild(n.Parent(), n)
	}
	return err
}

// address translates the address of a link; ok is false where the site has no such page.
func (w writer) address(d document, link string, list []document) (to string, ok bool) {
	u, err := url.Parse(link)
	if err != nil || u.IsAbs() || u.Path == "" {
		return link, err == nil
	}
	file := path.Join(path.Dir(d.Path), u.Path)
	if u.Fragment != "" {
		u.Fragment = "#" + u.Fragment
	}
	if k := slices.IndexFunc(list, func(o document) bool { return o.Path == file }); k >= 0 {
		return "../" + list[k].Page + u.Fragment, true
	}
	if file == "notebooks/README.md" {
		return "../" + notebooksIndex, true
	}
	name := strings.TrimSuffix(path.Base(file), ".ipynb")
	if slices.ContainsFunc(w.Notebooks, func(n Notebook) bool { return n.Name == name }) {
		return "../notebooks/" + name + ".html", true
	}
	return "", false
}
