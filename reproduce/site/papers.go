package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/short"
)

// paper is a paper with the studies that rebuild it.
type paper struct {
	ID, Name string // martins-2010, and Martins et al. 2010
	Citation string
	Parts    []part
}

// part is a study of a paper, with its kept record.
type part struct {
	Study  reproduce.Study
	Record *reproduce.Record // nil where none is kept
	Claims []claim
}

// cited are the first author and the year of a citation.
var cited = regexp.MustCompile(`^(\w+),.*?(\d{4})$`)

// papersOf puts the studies of each paper together, in the order of the studies.
func papersOf(studies []reproduce.Study) (papers []paper, err error) {
	for _, s := range studies {
		p := part{Study: s}
		p.Record, err = s.Kept()
		judged := reproduce.Record{}
		switch {
		case err == nil:
			judged = *p.Record
		case errors.Is(err, fs.ErrNotExist):
			judged.Claims = s.Judge(&judged)
		default:
			return nil, fmt.Errorf("study %s: %w", s.Name, err)
		}
		k := slices.IndexFunc(papers, func(p paper) bool { return p.Citation == s.Paper })
		if k < 0 {
			m := cited.FindStringSubmatch(s.Paper)
			if m == nil {
				return nil, fmt.Errorf("study %s: its paper %q does not begin with a name and end with a year", s.Name, s.Paper)
			}
			k = len(papers)
			papers = append(papers, paper{
				ID: strings.ToLower(m[1]) + "-" + m[2], Name: m[1] + " et al. " + m[2], Citation: s.Paper,
			})
		}
		for _, group := range reproduce.ClaimsByID(judged.Claims) {
			p.Claims = append(p.Claims, claimOf(papers[k], p, group))
		}
		papers[k].Parts = append(papers[k].Parts, p)
	}
	return papers, nil
}

// Claims are the claims of all studies of the paper.
func (p paper) Claims() (all []claim) {
	for _, part := range p.Parts {
		all = append(all, part.Claims...)
	}
	return all
}

// Outcomes are the paper's claims by what came out, without outcomes that no claim has.
func (p paper) Outcomes() []outcome { return byOutcome(p.Claims(), overall) }

// Outcomes are those of the study's own claims.
func (p part) Outcomes() []outcome { return byOutcome(p.Claims, overall) }

// Readings are the ways in which the study's claims are read, each once.
func (p part) Readings() (all []reproduce.Reading) {
	for _, c := range p.Claims {
		for _, r := range c.Readings {
			if !slices.Contains(all, r) {
				all = append(all, r)
			}
		}
	}
	return all
}

// Picture is the figure beside the first claim that has one, from the root; "" where there is none.
func (p paper) Picture() string {
	for _, part := range p.Parts {
		for _, c := range part.Claims {
			if v := c.Verdicts()[0]; v.FigureLink != "" {
				return pictureName(part.Study.Name, v.Figure)
			}
		}
	}
	return ""
}

// finding is what came of a study in a sentence or two, for the first page.
type finding struct {
	Study reproduce.Study
	Says  template.HTML
}

// Findings are those of the studies of a paper.
func (p paper) Findings() (all []finding, err error) {
	for _, q := range p.Parts {
		f := finding{Study: q.Study}
		if q.Record != nil {
			said, err := short.Sentence(q.Record, p.evidence(""))
			if err != nil {
				return nil, err
			}
			f.Says = template.HTML(said)
		}
		all = append(all, f)
	}
	return all, nil
}

// togetherPage is what all papers taught together.
const togetherPage, togetherTitle = "together.html", "What these papers taught us together"

// recordsOf are the kept records of the papers; complete where each study that has a text has one.
func recordsOf(papers []paper) (recs []*reproduce.Record, complete bool) {
	var studies []string
	for _, p := range papers {
		for _, q := range p.Parts {
			if q.Record != nil {
				recs, studies = append(recs, q.Record), append(studies, q.Study.Name)
			}
		}
	}
	return recs, !slices.ContainsFunc(short.Studies(), func(name string) bool { return !slices.Contains(studies, name) })
}

// together writes that page, where there are the records of all.
func (w writer) together(papers []paper) error {
	recs, complete := recordsOf(papers)
	if !complete {
		return nil
	}
	text, err := short.Together(recs, evidence(papers, ""))
	if err != nil {
		return err
	}
	return w.framed(togetherPage, togetherTitle, "<h1>"+togetherTitle+"</h1>\n"+string(text))
}

// shownFigure and shownTable are a figure and a table of a record, as a page has them.
type (
	shownFigure struct {
		ID   string
		HTML template.HTML
	}
	shownTable struct {
		ID   string
		HTML template.HTML
	}
	shownPart struct {
		part
		Short   template.HTML
		Remarks []string
		Figures []shownFigure
		Tables  []shownTable
	}
)

// papers writes a page for each paper, and the records that it shows.
func (w writer) papers(papers []paper) error {
	for _, p := range papers {
		var parts []shownPart
		for _, part := range p.Parts {
			s, err := w.shown(p, part)
			if err != nil {
				return fmt.Errorf("study %s: %w", part.Study.Name, err)
			}
			parts = append(parts, s)
		}
		data := map[string]any{"Paper": p, "Parts": parts}
		if err := w.page(path.Join("papers", p.ID+".html"), p.Name, "paper.html", data); err != nil {
			return err
		}
	}
	return nil
}

// shown writes a study's record and figures, and returns what its page shows.
func (w writer) shown(of paper, p part) (shownPart, error) {
	short, err := p.short(of)
	out := shownPart{part: p, Short: short}
	if err != nil || p.Record == nil {
		return out, err
	}
	out.Remarks = p.Study.ToNote(p.Record)
	for _, f := range p.Study.Figures(p.Record) {
		h, err := w.picture(p.Study.Name, f)
		if err != nil {
			return out, err
		}
		out.Figures = append(out.Figures, shownFigure{f.About().ID, h})
	}
	for _, t := range p.Study.Tables(p.Record) {
		h, err := tableHTML(t)
		if err != nil {
			return out, err
		}
		out.Tables = append(out.Tables, shownTable{t.ID, h})
	}
	return out, w.record(p)
}

func tableHTML(t figures.Table) (template.HTML, error) {
	var b strings.Builder
	err := t.HTML(&b)
	return template.HTML(b.String()), err
}

// record writes a kept record, judged afresh, with its curves.
func (w writer) record(p part) error {
	text, err := json.MarshalIndent(p.Record, "", " ")
	if err != nil {
		return err
	}
	if err := w.file(recordName(p.Study.Name), append(text, '\n')); err != nil {
		return err
	}
	curves, err := fs.Glob(p.Study.Results, "curves/*.csv")
	if err != nil {
		return err
	}
	for _, name := range curves {
		text, err := fs.ReadFile(p.Study.Results, name)
		if err == nil {
			err = w.file(path.Join("records", p.Study.Name, name), text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func recordName(study string) string { return path.Join("records", study, "record.json") }

// Curves names the curves of the record, by their files from the site's root.
func (p part) Curves() (names [][2]string) {
	if p.Record == nil {
		return nil
	}
	for _, c := range p.Record.Curves {
		names = append(names, [2]string{c.ID, path.Join("records", p.Study.Name, "curves", c.ID+".csv")})
	}
	return names
}

// RecordFile is the record's file, from the site's root.
func (p part) RecordFile() string { return recordName(p.Study.Name) }
