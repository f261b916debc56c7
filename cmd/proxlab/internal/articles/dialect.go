// Package articles writes executed notebooks as sources of Quarto and of MyST: text with figures as files, tables, and
// labels to refer to.
package articles

import (
	"fmt"
	"strings"
)

// Dialect is a kind of Markdown for articles.
type Dialect struct {
	// Name is its word, End that of its files.
	Name, End string
	// project is a file that names the articles of a folder, and what it holds.
	project  string
	projects func(pages []string) string
	figure   func(block) string
	table    func(block) string
	// folded is what opens on demand.
	folded func(summary, text string) string
	ref    func(label string) string
	// escaped are characters that say something in it and nothing in Markdown.
	escaped string
}

// block is a figure or a table: its label, caption, what it shows in words, and its file or its rows.
type block struct {
	label, caption, alt, content string
}

// Dialects are those that there are.
var Dialects = []Dialect{quarto, myst}

// Quarto's manual, sections Cross References and Callout Blocks.
var quarto = Dialect{
	Name: "quarto", End: ".qmd", escaped: "@$",
	project: "_quarto.yml",
	projects: func(pages []string) string {
		return "project:\n  type: website\n  render:\n" + list("    - ", pages) +
			"website:\n  sidebar:\n    contents:\n" + list("      - ", pages) + "format:\n  html:\n    toc: true\n"
	},
	figure: func(b block) string {
		return fmt.Sprintf("![%s](%s){#fig-%s fig-alt=%q}\n", bracketed(b.caption), b.content, b.label, quoted(b.alt))
	},
	table: func(b block) string {
		return fmt.Sprintf("%s\n\n: %s {#tbl-%s}\n", b.content, bracketed(b.caption), b.label)
	},
	folded: func(summary, text string) string {
		return fmt.Sprintf("::: {.callout-note collapse=\"true\" title=%q}\n%s\n:::\n", quoted(summary), text)
	},
	ref: func(label string) string { return "@" + label },
}

// MyST's guide, sections Figures, Tables, Dropdowns and Cross-references.
var myst = Dialect{
	Name: "myst", End: ".md", escaped: "$",
	project: "myst.yml",
	projects: func(pages []string) string {
		return "version: 1\nproject:\n  toc:\n" + list("    - file: ", pages) + "site:\n  template: article-theme\n"
	},
	figure: func(b block) string {
		return fmt.Sprintf(":::{figure} %s\n:label: fig-%s\n:alt: %s\n%s\n:::\n", b.content, b.label, oneLine(b.alt),
			b.caption)
	},
	table: func(b block) string {
		return fmt.Sprintf(":::{table} %s\n:label: tbl-%s\n%s\n:::\n", oneLine(b.caption), b.label, b.content)
	},
	folded: func(summary, text string) string {
		return fmt.Sprintf("::::{dropdown} %s\n%s\n::::\n", oneLine(summary), text)
	},
	ref: func(label string) string { return "{numref}`" + label + "`" },
}

func list(before string, items []string) string {
	var b strings.Builder
	for _, s := range items {
		b.WriteString(before + s + "\n")
	}
	return b.String()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// quoted is a text for an attribute that %q then puts between quotation marks: it may hold none, as there is no escape
// that all readers of attributes know.
func quoted(s string) string {
	return strings.NewReplacer(`"`, "”", `\`, "∖").Replace(oneLine(s))
}

// bracketed is a caption between brackets.
func bracketed(s string) string { return strings.NewReplacer("[", `\[`, "]", `\]`).Replace(oneLine(s)) }

// article is what is being written of one notebook.
type article struct {
	dialect         Dialect
	name            string
	pictures        map[string][]byte // by file
	figures, tables int
	labels          []string
	text            strings.Builder
}
