package lab

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/guard"
	"github.com/proxlab/proxlab/internal/licenses"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/notebooks/explorables/module"
)

// loaders are the chart library in a page, whole or linked.
var loaders = regexp.MustCompile(`(?s)<script>window\.proxlabECharts=window\.proxlabECharts\|\|.*?</script>`)

// fill puts into the page of a notebook what lies beside others.
func (j jupyter) fill(cmd *cobra.Command, path string) error {
	name := strings.TrimSuffix(path, ".ipynb") + ".html"
	page, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	put := func(before string, what []byte) {
		page = bytes.Replace(page, []byte(before), append(what, before...), 1)
	}
	if explores(path) {
		notebook, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		shown := module.Figures{}
		notices, err := shown.Add(notebook)
		if err != nil {
			return err
		}
		for _, n := range notices {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", filepath.Base(path), n)
		}
		if len(shown) > 0 {
			program, err := module.Inline(cmd.Context(), j.root, shown)
			if err != nil {
				return err
			}
			put("</head>", program)
		}
	}
	if library, err := figures.FindLibrary(j.root); err == nil { // else the web has it
		loader, err := figures.EmbeddedLoader(library)
		if err != nil {
			return err
		}
		page = loaders.ReplaceAllFunc(page, func([]byte) []byte { // the first has it for all
			defer func() { loader = "" }()
			return []byte(loader)
		})
	}
	page = bytes.Replace(page, []byte("nav.append(all, list)"), []byte("nav.append(list)"), 1) // there are no others
	put("</main>", []byte("<details><summary>Licences of what this page carries of others</summary><pre>"+
		html.EscapeString(licenses.Pages())+"</pre></details>"))
	return outfile.Write(cmd.Context(), name, guard.Page(page), 0o666)
}
