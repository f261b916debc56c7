package site

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/short"
)

// evidence links to claims and tables, from a page from which root leads to the site's.
func (p paper) evidence(root string) short.Evidence {
	return evidence([]paper{p}, root)
}

func evidence(papers []paper, root string) short.Evidence {
	return short.Evidence{
		Verdict: func(verdict, id, said string) string {
			class := strings.ReplaceAll(verdict, " ", "-")
			return fmt.Sprintf(`<a class="verdict %s" href="%sclaims.html#%s">%s</a>`, class, root,
				template.HTMLEscapeString(id), template.HTMLEscapeString(said))
		},
		Table: func(study, id string) string {
			of := ""
			for _, p := range papers {
				if slices.ContainsFunc(p.Parts, func(q part) bool { return q.Study.Name == study }) {
					of = p.ID
				}
			}
			id = template.HTMLEscapeString(id)
			return fmt.Sprintf(`<a class="verdict" href="%spapers/%s.html#table-%s">table %s</a>`, root, of, id, id)
		},
	}
}

// short says in a few paragraphs what came of a study, with links to the evidence; "" where nothing is written of it,
// or no record is kept.
func (p part) short(of paper) (template.HTML, error) {
	if p.Record == nil {
		return "", nil
	}
	return short.Text(p.Record, of.evidence("../"))
}

// Sentence says in Markdown what came of a study, with the verdicts that say so; "" where nothing is written of it.
// Tables are named below the sentence alone.
func (p part) Sentence() (string, error) {
	if p.Record == nil {
		return "", nil
	}
	return short.Sentence(p.Record, short.Evidence{
		Verdict: func(_, id, said string) string {
			return fmt.Sprintf("[%s](results/%s.md#%s)", said, p.Study.Name, reproduce.Anchor(id))
		},
		Table: func(_, _ string) string { return "" },
	})
}
