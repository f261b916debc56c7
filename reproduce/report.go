package reproduce

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/table"
	"github.com/proxlab/proxlab/internal/outfile"
)

// WriteReport writes a record and all that is shown of it into a folder: record.json, curves, tables as CSV, Markdown
// and LaTeX, figures as PNG and HTML (with vector, as SVG and PDF too), and report.html. Where a paper is given, tables
// as LaTeX and figures as PDF and PGF are made for its page (WriteOnPaper). It returns the paths written.
func (s Study) WriteReport(dir string, rec *Record, vector bool, on ...figures.Paper) ([]string, error) {
	if err := rec.Save(dir); err != nil {
		return nil, err
	}
	formats := []string{".png", ".html"}
	if vector {
		formats = append(formats, ".svg", ".pdf")
	}
	tables, drawn := s.Tables(rec), s.Figures(rec)
	paths, err := WriteShown(dir, tables, drawn, formats...)
	paths = append([]string{filepath.Join(dir, recordName)}, paths...)
	if err == nil {
		var printed []string
		printed, err = WriteOnPaper(dir, tables, drawn, on...)
		paths = append(paths, printed...)
	}
	slices.Sort(paths)
	paths = slices.Compact(paths) // a paper's files stand in place of others
	if err != nil {
		return paths, err
	}
	return write(dir, paths, "report.html", func(w io.Writer) error { return s.report(w, rec) })
}

// WriteOnPaper writes tables as LaTeX and figures as PDF and PGF for the page of a paper, where one is given, into a
// folder, by their ids; figures with large pictures have no PGF. It returns the paths written.
func WriteOnPaper(
	dir string, tables []figures.Table, drawn []figures.Figure, on ...figures.Paper,
) (paths []string, err error) {
	for _, p := range on {
		if paths, err = writeOn(dir, paths, tables, drawn, p); err != nil {
			break
		}
	}
	return paths, err
}

func writeOn(
	dir string, paths []string, tables []figures.Table, drawn []figures.Figure, on figures.Paper,
) (_ []string, err error) {
	page := table.Page{Column: cmp.Or(on.Column, on.Width), Text: cmp.Or(on.Text, on.Column, on.Width)}
	for _, t := range tables {
		tex := func(w io.Writer) error { return t.TeXFor(w, page) }
		if paths, err = write(dir, paths, t.ID+".tex", tex); err != nil {
			return paths, err
		}
	}
	for _, f := range drawn {
		for _, ext := range []string{".pdf", ".pgf"} {
			more, err := write(dir, paths, f.About().ID+ext, func(w io.Writer) error { return figures.Write(w, f, ext, on) })
			if err != nil && !errors.Is(err, figures.ErrTooLarge) {
				return paths, err
			}
			paths = more
		}
	}
	return paths, nil
}

// WriteShown writes tables as CSV, Markdown and LaTeX, and figures in some formats of figures.Write, into a folder, by
// their ids. It returns the paths written.
func WriteShown(
	dir string, tables []figures.Table, drawn []figures.Figure, formats ...string,
) (paths []string, err error) {
	for _, t := range tables {
		for ext, f := range map[string]func(io.Writer) error{".csv": t.CSV, ".md": t.Markdown, ".tex": t.TeX} {
			if paths, err = write(dir, paths, t.ID+ext, f); err != nil {
				return paths, err
			}
		}
	}
	for _, f := range drawn {
		for _, ext := range formats {
			paths, err = write(dir, paths, f.About().ID+ext, func(w io.Writer) error { return figures.Write(w, f, ext) })
			if err != nil {
				return paths, err
			}
		}
	}
	return paths, nil
}

// write writes a file into a folder, and adds its path to those written.
func write(dir string, paths []string, name string, f func(io.Writer) error) ([]string, error) {
	var b bytes.Buffer
	if err := f(&b); err != nil {
		return paths, err
	}
	path := filepath.Join(dir, name)
	return append(paths, path), writeFile(path, b.Bytes())
}

// report writes the page of a record.
func (s Study) report(w io.Writer, rec *Record) error {
	var b strings.Builder
	fmt.Fprintf(&b, "<h1>%s</h1><p>%s</p>", html.EscapeString(s.Title), html.EscapeString(s.Paper))
	for _, p := range s.Paragraphs() {
		fmt.Fprintf(&b, "<p>%s</p>", html.EscapeString(p))
	}
	fmt.Fprintf(&b, "<p>The record: %s</p>", html.EscapeString(rec.Made()))
	if rec.Partial {
		b.WriteString("<p><strong>Interrupted: rows are missing.</strong> Run the same command again to go on.</p>")
	}
	if remarks := s.ToNote(rec); len(remarks) > 0 {
		b.WriteString("<p>To note:</p><ul>")
		for _, r := range remarks {
			fmt.Fprintf(&b, "<li>%s</li>", html.EscapeString(r))
		}
		b.WriteString("</ul>")
	}
	for _, t := range s.Tables(rec) {
		if err := t.HTML(&b); err != nil {
			return err
		}
	}
	for _, f := range s.Figures(rec) {
		e, err := figures.Embed(f)
		if err != nil {
			return err
		}
		b.WriteString(e)
	}
	if err := ClaimsTable(rec.Claims).HTML(&b); err != nil {
		return err
	}
	return figures.WritePage(w, s.Title, b.String())
}

// CheckWritable makes a folder and tells early whether files can be written there, before hours of work are done.
func CheckWritable(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return outfile.CheckFolder(dir)
}
