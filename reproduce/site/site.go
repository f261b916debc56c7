// Package site writes what the project has and has found as a folder of pages: the papers with their claims, figures
// and tables from the kept records, the ledger of claims with its evidence, the exported notebooks, the documents. The
// pages link to one another by relative addresses and ask for nothing else, so that they read from the folder itself,
// offline, and from any static host.
package site

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/guard"
	"github.com/proxlab/proxlab/internal/licenses"
	"github.com/proxlab/proxlab/reproduce"
)

// Content is what a site is made of.
type Content struct {
	// Studies are the studies, each shown by its kept record.
	Studies []reproduce.Study
	// Documents is the root of the project, where README.md and docs lie.
	Documents fs.FS
	// Notebooks are the exported notebooks, in order; their pages lie in the folder Pages, with what they share.
	Notebooks []Notebook
	Pages     string
	// Library is the path of the chart library; where it is empty, figures are pictures.
	Library string
}

// Notebook says of a notebook what leads to its page, <name>.html.
type Notebook struct {
	Name, Title, About string
	Picture            []byte // a PNG; nil for none
}

//go:embed pages
var files embed.FS

// pages are the templates of pages, by file name.
var pages = template.Must(template.New("").ParseFS(files, "pages/*.html"))

// writer writes a site into a folder.
type writer struct {
	ctx context.Context
	dir string
	Content
	found *[]section // of all pages written, for the search box
}

// Write writes a site into a folder, which it makes. Files of another site there are written over, none is removed.
func Write(ctx context.Context, dir string, c Content) error {
	w := writer{ctx, dir, c, new([]section)}
	papers, err := papersOf(c.Studies)
	if err != nil {
		return err
	}
	style, err := files.ReadFile("pages/style.css")
	if err == nil {
		err = errors.Join(w.file("style.css", style), w.file(licenses.File, []byte(licenses.Pages())))
	}
	if err != nil {
		return err
	}
	for _, step := range []func([]paper) error{
		w.charts, w.home, w.papers, w.together, w.claims, w.notebooks, w.documents, w.search,
	} {
		if err := step(papers); err != nil {
			return err
		}
	}
	return nil
}

// file writes a file of the site.
func (w writer) file(name string, content []byte) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if path.Ext(name) == ".html" {
		*w.found = append(*w.found, sections(name, content)...)
	}
	to := filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o666)
}

// frame is what is around the content of every page.
type frame struct {
	Title, Root string // Root leads from the page to the site's root: "" or "../"
	Charts      bool
	Body        template.HTML
}

// page writes a page: a template filled with data, in the frame.
func (w writer) page(name, title, from string, data any) error {
	var body bytes.Buffer
	if err := pages.ExecuteTemplate(&body, from, data); err != nil {
		return fmt.Errorf("page %s: %w", name, err)
	}
	return w.framed(name, title, body.String())
}

// framed writes a page around its content.
func (w writer) framed(name, title, body string) error {
	f := frame{
		Title: title, Root: strings.Repeat("../", strings.Count(name, "/")),
		Charts: w.Library != "" && strings.Contains(body, "proxlab-chart"),
		Body:   template.HTML(body), // escaped where it was made
	}
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, "frame.html", f); err != nil {
		return fmt.Errorf("page %s: %w", name, err)
	}
	return w.file(name, guard.Page(b.Bytes()))
}

// chartsName is the script that all pages with charts share.
const chartsName = "charts.js"

// charts writes the chart library, once for all pages.
func (w writer) charts([]paper) error {
	if w.Library == "" {
		return nil
	}
	loader, err := figures.EmbeddedLoader(w.Library)
	if err != nil {
		return err
	}
	return w.file(chartsName, []byte(strings.TrimSuffix(strings.TrimPrefix(loader, "<script>"), "</script>")))
}

// picture writes a figure as a picture and returns it as part of a page one folder below the root: a static picture,
// which an interactive chart hides where scripts run.
func (w writer) picture(study string, f figures.Figure) (template.HTML, error) {
	png, err := figures.PNG(f)
	if err != nil {
		return "", err
	}
	name := pictureName(study, f.About().ID)
	if err := w.file(name, png); err != nil {
		return "", err
	}
	snippet := ""
	if w.Library != "" {
		snippet = figures.Snippet(f)
	}
	return template.HTML(fmt.Sprintf(`<img alt="%s" src="../%s" width="860">%s`,
		template.HTMLEscapeString(figures.Alt(f)), name, snippet)), nil
}

func pictureName(study, figure string) string { return path.Join("pictures", study, figure+".png") }

// home writes the page that leads to all others.
func (w writer) home(papers []paper) error {
	documents, err := w.documentList()
	if err != nil {
		return err
	}
	documents = slices.DeleteFunc(documents, func(d document) bool { return path.Dir(d.Path) == path.Dir(resultPages) })
	_, complete := recordsOf(papers)
	return w.page("index.html", "proxlab", "home.html", map[string]any{
		"Papers": papers, "Notebooks": w.Notebooks, "Documents": documents, "Together": complete,
	})
}

// search writes the search box's script, and the sections of all pages that were written as one that it reads.
func (w writer) search([]paper) error {
	script, err := files.ReadFile("pages/search.js")
	if err != nil {
		return err
	}
	var rows [][]string
	for _, s := range *w.found {
		rows = append(rows, []string{s.Page, s.Anchor, s.Title, s.Within, s.Text})
	}
	index, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	if err := w.file("search.js", script); err != nil {
		return err
	}
	return w.file("search-index.js", slices.Concat([]byte("window.proxlabSections="), index, []byte(";\n")))
}
