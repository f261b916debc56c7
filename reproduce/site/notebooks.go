package site

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures/guard"
)

const notebooksIndex = "notebooks/index.html"

// loaders are the chart library in a page, whole or linked.
var loaders = regexp.MustCompile(`(?s)<script>window\.proxlabECharts=window\.proxlabECharts\|\|.*?</script>`)

// beside is a link of a notebook to another.
var beside = regexp.MustCompile(`href="([\w-]+)\.ipynb("|#)`)

// notebooks writes the exported notebooks with what their pages share, and a page that leads to them. The chart library
// that each carries or links to becomes the one of the site.
func (w writer) notebooks([]paper) error {
	for _, n := range w.Notebooks {
		if n.Picture == nil {
			continue
		}
		if err := w.file(path.Join("pictures", "notebooks", n.Name+".png"), n.Picture); err != nil {
			return err
		}
	}
	if err := w.page(notebooksIndex, "Notebooks", "notebooks.html", w.Notebooks); err != nil || w.Pages == "" {
		return err
	}
	return filepath.WalkDir(w.Pages, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(w.Pages, file)
		if err != nil || !w.wanted(filepath.ToSlash(name)) {
			return err
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if strings.HasSuffix(name, ".html") {
			content = beside.ReplaceAll(content, []byte(`href="$1.html$2`))
			if w.Library != "" {
				content = loaders.ReplaceAllLiteral(content, []byte(`<script src="../`+chartsName+`"></script>`))
			}
			content = guard.Page(content)
		}
		return w.file(path.Join("notebooks", filepath.ToSlash(name)), content)
	})
}

// wanted tells which files beside exported notebooks are part of the site: those pages that it leads to, and what is
// neither a page, a notebook nor the picture of a test.
func (w writer) wanted(name string) bool {
	switch path.Ext(name) {
	case ".html":
		own := func(n Notebook) bool { return n.Name+".html" == name }
		return slices.ContainsFunc(w.Notebooks, own) || strings.Contains(name, "/")
	case ".ipynb":
		return false
	}
	return !strings.HasPrefix(name, "screenshots/") && !strings.Contains(name, ".ipynb_checkpoints/")
}
