package articles

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// html is what a cell shows as HTML, as Markdown: tables with captions and labels, what opens on demand, text. Charts
// have pictures beside them, and figures with controls need their page: of these there is nothing.
func (a *article) html(text string) (string, error) {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(text), body)
	if err != nil {
		return "", fmt.Errorf("no HTML: %w", err)
	}
	for _, n := range nodes {
		whole(n)
	}
	return a.nodes(nodes)
}

// whole puts the rows of long tables, which pages show on demand, to those before them.
func whole(n *html.Node) {
	for c := range n.Descendants() {
		if attribute(c, "class") != "proxlab-rest" {
			continue
		}
		body, more := first(c.PrevSibling, atom.Tbody), first(c, atom.Tbody)
		for row := more.FirstChild; row != nil; row = more.FirstChild {
			more.RemoveChild(row)
			body.AppendChild(row)
		}
		c.Parent.RemoveChild(c)
		whole(n) // the walk is over nodes that are no more
		return
	}
}

func (a *article) nodes(list []*html.Node) (string, error) {
	var out strings.Builder
	for _, n := range list {
		s, err := a.node(n)
		if err != nil {
			return "", err
		}
		if s = strings.TrimSpace(s); s != "" {
			out.WriteString(s + "\n\n")
		}
	}
	return out.String(), nil
}

func (a *article) node(n *html.Node) (string, error) {
	switch class := attribute(n, "class"); {
	case n.DataAtom == atom.Script, n.DataAtom == atom.Style, class == "proxlab-chart":
		return "", nil
	case class == "proxlab-explore":
		return "*A figure with controls stands here in the notebook's page: " + words(attribute(n, "aria-label")) + ".*", nil
	case n.DataAtom == atom.Table:
		return a.captioned(n)
	case n.DataAtom == atom.Details:
		title := "More"
		if summary := first(n, atom.Summary); summary != nil {
			title = content(summary)
			summary.Parent.RemoveChild(summary)
		}
		inside, err := a.nodes(slices.Collect(n.ChildNodes()))
		return a.dialect.folded(title, strings.TrimSpace(inside)), err
	case first(n, atom.Table) != nil, first(n, atom.Details) != nil:
		return a.nodes(slices.Collect(n.ChildNodes()))
	}
	return a.markdown(n)
}

// captioned is a table with its caption and a label.
func (a *article) captioned(t *html.Node) (string, error) {
	caption := "Results"
	if c := first(t, atom.Caption); c != nil {
		caption = content(c)
		c.Parent.RemoveChild(c)
	}
	rows, err := a.markdown(t)
	a.tables++
	label := fmt.Sprintf("%s-%d", a.name, a.tables)
	a.labels = append(a.labels, "tbl-"+label)
	return a.dialect.table(block{label: label, caption: a.escape(caption), content: strings.TrimSpace(rows)}), err
}

// badge is a verdict that the project's texts carry, which is a word in Markdown.
var badge = regexp.MustCompile(`(?s)<span style="border:[^"]*">(.*?)</span>`)

func (a *article) markdown(n *html.Node) (string, error) {
	var text strings.Builder
	if err := html.Render(&text, n); err != nil {
		return "", err
	}
	c := converter.NewConverter(converter.WithPlugins(base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(),
		table.NewTablePlugin(table.WithSpanCellBehavior(table.SpanBehaviorMirror))))
	out, err := c.ConvertString(badge.ReplaceAllString(text.String(), "<em>($1)</em>"))
	return a.escape(out), err
}

// escape puts a backslash before what means something in the dialect alone.
func (a *article) escape(s string) string {
	for _, c := range a.dialect.escaped {
		s = strings.ReplaceAll(s, string(c), `\`+string(c))
	}
	return s
}

// first is the first element of a kind below a node, nil where there is none.
func first(n *html.Node, a atom.Atom) *html.Node {
	for c := range n.Descendants() {
		if c.DataAtom == a {
			return c
		}
	}
	return nil
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// content is the text within an element.
func content(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return oneLine(b.String())
}

func words(s string) string { return strings.NewReplacer("*", `\*`, "_", `\_`).Replace(oneLine(s)) }
