package reproduce

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/table"
)

// Overview counts tables and verdicts on kept records, study by study. Verdicts that are rare have a column where there
// is one. It is in Markdown, with links to the studies' pages.
func Overview(studies []Study, kept []*Record) figures.Table {
	counted := []Verdict{Holds, Fails, Open, NotTestable}
	for _, v := range []Verdict{NotComparable, NotVerified} {
		if slices.ContainsFunc(kept, func(r *Record) bool { return r != nil && verdicts(r.Claims)[v] > 0 }) {
			counted = append(counted, v)
		}
	}
	t := figures.Table{Columns: []figures.Column{
		{Title: "study"}, {Title: "tables", Right: true}, {Title: "verdicts", Right: true},
	}}
	for _, v := range counted {
		t.Columns = append(t.Columns, figures.Column{Title: string(v), Right: true})
	}
	t.Columns = append(t.Columns, figures.Column{Title: "as stated: holds, fails, open", Right: true})
	for i, s := range studies {
		line := []string{fmt.Sprintf("[%s](results/%s.md)", s.Name, s.Name)}
		if kept[i] == nil {
			t.Rows = append(t.Rows, append(line, slices.Repeat([]string{"–"}, 3+len(counted))...))
			continue
		}
		line = append(line, fmt.Sprint(len(s.Tables(kept[i]))), fmt.Sprint(len(kept[i].Claims)))
		n := verdicts(kept[i].Claims)
		for _, v := range counted {
			line = append(line, fmt.Sprint(n[v]))
		}
		n = verdicts(slices.DeleteFunc(slices.Clone(kept[i].Claims), func(c Claim) bool { return c.Rank != Stated }))
		t.Rows = append(t.Rows, append(line, fmt.Sprintf("%d, %d, %d", n[Holds], n[Fails], n[Open])))
	}
	return t
}

func verdicts(claims []Claim) map[Verdict]int {
	n := map[Verdict]int{}
	for _, c := range claims {
		n[c.Verdict]++
	}
	return n
}

// WriteResults writes the page of a study's kept record as Markdown: what was run, what to note, the claims with their
// verdicts, and every table. It depends on the record alone.
func (s Study) WriteResults(w io.Writer) error {
	rec, err := s.Kept()
	if err != nil && !isNotExist(err) {
		return fmt.Errorf("study %s: %w", s.Name, err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", s.Title, table.EscapeMarkdown(s.Paper))
	b.WriteString("\n[Results](../results.md) says how to read this page, and what all studies found.\n")
	for _, p := range s.Paragraphs() {
		fmt.Fprintf(&b, "\n%s\n", table.EscapeMarkdown(p))
	}
	if rec == nil {
		b.WriteString("\nNo record is kept.\n")
	} else if err := s.found(&b, rec); err != nil {
		return fmt.Errorf("study %s: %w", s.Name, err)
	}
	_, err = io.WriteString(w, Wrapped(b.String(), TextWidth))
	return err
}

// found writes what a record has.
func (s Study) found(b *strings.Builder, rec *Record) error {
	if remarks := s.ToNote(rec); len(remarks) > 0 {
		b.WriteString("\n**To note:**\n\n")
		for _, r := range remarks {
			fmt.Fprintf(b, "- %s\n", table.EscapeMarkdown(r))
		}
	}
	fmt.Fprintf(b, "\nThe record: %s\n", rec.Made())
	tables := s.Tables(rec)
	var links []string
	for _, t := range tables {
		links = append(links, fmt.Sprintf("[%s](#%s)", t.ID, Anchor(heading(rec, t))))
	}
	fmt.Fprintf(b, "\nTables: %s.\n", strings.Join(links, ", "))
	writeClaims(b, rec.Claims)
	for _, t := range tables {
		if err := writeTable(b, rec, t); err != nil {
			return err
		}
	}
	return nil
}

// Paragraphs returns the study's guide by paragraphs, each in one line.
func (s Study) Paragraphs() (paragraphs []string) {
	for _, p := range strings.Split(s.Guide, "\n\n") {
		if words := strings.Fields(p); len(words) > 0 {
			paragraphs = append(paragraphs, strings.Join(words, " "))
		}
	}
	return paragraphs
}

// ToNote returns what there is to note on a record.
func (s Study) ToNote(rec *Record) []string {
	var remarks []string
	for i := range rec.Tables {
		for _, d := range rec.Tables[i].doubts() {
			if !slices.Contains(remarks, d) {
				remarks = append(remarks, d)
			}
		}
	}
	if s.Remarks != nil {
		remarks = append(remarks, s.Remarks(rec)...)
	}
	return slices.DeleteFunc(remarks, func(r string) bool { return r == "" })
}

// Made says how a record came about.
func (r *Record) Made() string {
	work := fmt.Sprintf("%.1f s on %d cores of %s", r.Seconds, r.System.Cores, r.System.CPU)
	if r.Tasks > 0 {
		work = fmt.Sprintf("%d tasks that took %.1f s in all, on %s", r.Tasks, r.Seconds, r.System.CPU)
	}
	out := fmt.Sprintf("scale %s, seed %d, %s (%s), %s", r.Scale, r.Seed, work, r.System.OS, r.System.Go)
	if r.System.Revision != "" {
		out += fmt.Sprintf(", source %.12s", r.System.Revision)
	}
	return out + r.Started.UTC().Format(", begun 2 Jan 2006 15:04 MST.")
}
