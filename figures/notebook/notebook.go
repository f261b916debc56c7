// Package notebook shows figures and tables in Jupyter through the GoNB kernel. Outside a notebook every call is
// silent.
package notebook

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/proxlab/proxlab/figures"
)

// ChartsEnv names the environment variable that says how the chart library comes into a notebook: "embed" (the default
// where the library is found) or "link", for notebooks that are committed.
const ChartsEnv = "PROXLAB_CHARTS"

// Show displays figures, each as two outputs: the static PNG, which is shown everywhere, and the interactive chart,
// which hides the PNG once it is drawn. For a figure that cannot be drawn it prints the reason.
func Show(list ...figures.Figure) {
	if !gonbui.IsNotebook {
		return
	}
	for _, f := range list {
		snippet := figures.Snippet(f)
		png, err := figures.PNGAt(f, resolution(snippet == ""))
		if err != nil {
			fmt.Printf("%s: %v\n", f.About().Title, err)
			continue
		}
		gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{
			protocol.MIMEImagePNG: png, protocol.MIMETextPlain: figures.Alt(f), // in words, where no picture is shown
		}})
		if snippet != "" {
			gonbui.DisplayHTML(library() + snippet)
		}
	}
	gonbui.Sync()
}

// resolution is that of PNGs, in dots an inch: low in notebooks that are committed, where most only stand for charts
// that a page without scripts does not draw; those that stand alone are to be looked at.
func resolution(alone bool) int {
	switch {
	case os.Getenv(ChartsEnv) != "link":
		return 160
	case alone:
		return 120
	}
	return 68
}

// ShowTable displays tables.
func ShowTable(tables ...figures.Table) {
	if !gonbui.IsNotebook {
		return
	}
	for _, t := range tables {
		var b bytes.Buffer
		if err := t.HTML(&b); err != nil {
			fmt.Println(err)
			continue
		}
		gonbui.DisplayHTML(b.String())
	}
	gonbui.Sync()
}

// ShowMarkdown displays text.
func ShowMarkdown(text string) {
	if gonbui.IsNotebook {
		gonbui.DisplayMarkdown(text)
		gonbui.Sync()
	}
}

// library returns the loader of the chart library for the first cell of a notebook that shows a chart, and for that
// cell when it runs again, since its output then replaces the first; "" for all other cells. Cells are processes of
// their own: a file in the kernel's temporary folder remembers which cell it was.
func library() string {
	marker := filepath.Join(os.Getenv("GONB_TMP_DIR"), ".proxlab-charts")
	cell := cellText()
	carrier, err := os.ReadFile(marker)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && string(carrier) == cell && !carried:
		carried = true
		if err := os.WriteFile(marker, []byte(cell), 0o600); err != nil {
			fmt.Fprintf(os.Stderr, "the chart library will be shown again: %v\n", err)
		}
		return loader()
	}
	return ""
}

// carried tells that this process has shown the library.
var carried bool

// cellText returns the body of the cell that runs: main of the program that the kernel made of it.
func cellText() string {
	src, err := os.ReadFile(filepath.Join(os.Getenv("GONB_TMP_DIR"), "main.go"))
	if err != nil {
		return ""
	}
	if i := strings.Index(string(src), "func main()"); i >= 0 {
		return string(src[i:])
	}
	return string(src)
}

func loader() string {
	if os.Getenv(ChartsEnv) == "link" {
		return figures.LinkedLoader()
	}
	dir, _ := os.Getwd()
	path, err := figures.FindLibrary(os.Getenv("GONB_DIR"), dir)
	if err == nil {
		var s string
		if s, err = figures.EmbeddedLoader(path); err == nil {
			return s
		}
	}
	fmt.Fprintf(os.Stderr, "charts will load their library from the web: %v\n", err)
	return figures.LinkedLoader()
}
