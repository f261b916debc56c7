package lab

import (
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/own"
	"github.com/proxlab/proxlab/figures/guard"
	"github.com/proxlab/proxlab/internal/licenses"
	"github.com/proxlab/proxlab/internal/outfile"
)

// pagesIndex is the name of the page that leads to the others.
const pagesIndex = "index.html"

const pagesHead = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Notebooks</title>
<style>:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:900px;margin:2em auto;padding:0 1em}
article{display:grid;grid-template-columns:240px 1fr;gap:1.5em;margin:2em 0;align-items:start}
img{width:240px;background:#fff}h2{margin:0;font-size:1.15em}
@media(max-width:560px){article{display:block}}</style>
</head><body>
<h1>Notebooks</h1>
`

// writeIndex writes a page that leads to all exported notebooks in a folder: a thumbnail, the title, and what the
// README says of each. The notices of what the pages carry lie beside it.
func (j jupyter) writeIndex(cmd *cobra.Command, folder string) error {
	paths, err := filepath.Glob(filepath.Join(folder, "*.ipynb"))
	if err != nil {
		return err
	}
	about, err := j.about()
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(pagesHead)
	for _, path := range paths {
		name := notebookName(path)
		if !own.Exists(filepath.Join(folder, name+".html")) {
			continue
		}
		title, picture, err := galleryEntry(path)
		if err != nil { // of an earlier export: the others have their links
			fmt.Fprintf(cmd.ErrOrStderr(), "%s leads to no page of %s: %v\n", pagesIndex, path, err)
			continue
		}
		page, src := html.EscapeString(name+".html"), ""
		if picture != nil {
			src = fmt.Sprintf(`<a href="%s"><img alt="a figure of %s" src="data:image/png;base64,%s"></a>`, page,
				html.EscapeString(title),
				base64.StdEncoding.EncodeToString(picture))
		}
		fmt.Fprintf(&b, "<article>%s<div><h2><a href=\"%s\">%s</a></h2><p>%s</p></div></article>\n", src, page,
			html.EscapeString(title), html.EscapeString(about[name]))
	}
	fmt.Fprintf(&b, "<p>What these pages carry of others is under <a href=%q>their licences</a>.</p>\n</body></html>\n",
		licenses.File)
	notices := outfile.Write(cmd.Context(), filepath.Join(folder, licenses.File), []byte(licenses.Pages()), 0o666)
	page := guard.Page([]byte(b.String()))
	return errors.Join(notices, outfile.Write(cmd.Context(), filepath.Join(folder, pagesIndex), page, 0o666))
}
