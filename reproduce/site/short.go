package site

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/short"
)

// short says what came of a study in a few paragraphs, with links to the evidence; "" where nothing is written of it,
// or no record is kept.
func (p part) short() (template.HTML, error) {
	if p.Record == nil {
		return "", nil
	}
	return short.Text(p.Record, short.Evidence{
		Verdict: func(verdict, id, said string) string {
			class := strings.ReplaceAll(verdict, " ", "-")
			return fmt.Sprintf(`<a class="verdict %s" href="../claims.html#%s">%s</a>`, class,
				template.HTMLEscapeString(id), template.HTMLEscapeString(said))
		},
		Table: func(id string) string {
			id = template.HTMLEscapeString(id)
			return fmt.Sprintf(`<a class="verdict" href="#table-%s">table %s</a>`, id, id)
		},
	})
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
		Table: func(string) string { return "" },
	})
}
