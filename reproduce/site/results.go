package site

import (
	"io"
	"strings"
	"text/template"

	"github.com/proxlab/proxlab/figures/table"
	"github.com/proxlab/proxlab/reproduce"
)

// WriteResults writes what all studies found as one page of Markdown: a sentence a study, and a row a claim. The
// studies' own pages are in the folder results beside it.
func WriteResults(w io.Writer, studies []reproduce.Study) error {
	papers, err := papersOf(studies)
	if err != nil {
		return err
	}
	var parts []part
	var claims []claim
	for _, p := range papers {
		parts, claims = append(parts, p.Parts...), append(claims, p.Claims()...)
	}
	listed, records := make([]reproduce.Study, len(parts)), make([]*reproduce.Record, len(parts))
	for i, p := range parts {
		listed[i], records[i] = p.Study, p.Record
	}
	var counts, page strings.Builder
	if err := reproduce.Overview(listed, records).Markdown(&counts); err != nil {
		return err
	}
	t, err := template.New("results.md").Funcs(template.FuncMap{
		"anchor": reproduce.Anchor, "cell": table.EscapeMarkdown,
	}).ParseFS(files, "pages/results.md")
	if err == nil {
		err = t.Execute(&page, map[string]any{"Parts": parts, "Claims": claims, "Counts": counts.String()})
	}
	if err == nil {
		_, err = io.WriteString(w, reproduce.Wrapped(page.String(), reproduce.TextWidth))
	}
	return err
}
