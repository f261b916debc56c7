package figures

import (
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"os"

	"github.com/proxlab/proxlab/figures/guard"
	"github.com/proxlab/proxlab/internal/plain"
)

// Snippet returns the interactive figure as HTML: an element and a script that waits up to 5 s for the chart library,
// draws, and then hides the static figure before it. Without script or library nothing is lost: the static figure
// stays. It returns "" for figures without a chart.
func Snippet(f Figure) string {
	chart := f.Chart()
	if chart == "" {
		return ""
	}
	if own, ok := f.(interface{ snippet() string }); ok {
		return own.snippet()
	}
	if r, ok := f.(interface{ choices() string }); ok {
		chart += "," + r.choices()
	}
	id := "proxlab-" + plain.FileID(f.About().ID)
	return `<div class="proxlab-chart" id="` + id + `" role="img" aria-label="` + html.EscapeString(Alt(f)) + `"></div>` +
		`<script>(()=>{const all=document.querySelectorAll("#` + id + `"),el=all[all.length-1];if(!el)return;` +
		`const wait=async()=>{for(let i=0;i<50&&!window.proxlabECharts;i++)await new Promise(r=>setTimeout(r,100));` +
		`if(!await window.proxlabECharts)throw 0};wait().then(()=>window.proxlab.draw(el,` + chart +
		`)).catch(()=>{})})()</script>`
}

// Embed returns a figure as HTML for a page: the static figure in the page itself, with the interactive one after it.
func Embed(f Figure) (string, error) {
	png, err := PNG(f)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(`<div class="proxlab-figure"><img alt="%s" style="max-width:100%%;width:860px" `+
		`src="data:image/png;base64,%s">%s</div>`,
		html.EscapeString(Alt(f)), base64.StdEncoding.EncodeToString(png), Snippet(f)), nil
}

// Loader returns the library for a page: embedded where it is found from the working folder, else linked.
func Loader() string {
	dir, _ := os.Getwd()
	if path, err := FindLibrary(dir); err == nil {
		if s, err := EmbeddedLoader(path); err == nil {
			return s
		}
	}
	return LinkedLoader()
}

// writePage writes a figure as a page of its own.
func writePage(w io.Writer, f Figure) error {
	body, err := Embed(f)
	if err != nil {
		return err
	}
	return WritePage(w, f.About().Title, body)
}

// WritePage writes a self-contained page around a body. It works offline where the chart library is at hand, and shows
// the static figures elsewhere.
func WritePage(w io.Writer, title, body string) error {
	page := fmt.Appendf(nil, `<!DOCTYPE html>
<!-- Charts are drawn by Apache ECharts (Apache License 2.0); proxlab licenses prints its notices. -->
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>%s</style>
</head><body data-proxlab-follows="system">%s
%s
</body></html>
`, html.EscapeString(title), pageStyle, Loader(), body)
	_, err := w.Write(guard.Page(page))
	return err
}

// pageStyle is that of a page of its own: light or dark as the system is, and paper's colors in print.
const pageStyle = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;color:#262626;background:#fff;max-width:900px;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;margin:1em 0}th{border-bottom:1px solid}td,th{font-variant-numeric:tabular-nums}
.proxlab-figure{margin:1.5em 0}
@media screen and (prefers-color-scheme:dark){body{color:#e6e6e6;background:#121212}}
@media print{:root{color-scheme:light}body{max-width:none;margin:0;font-size:12px}.proxlab-figure,tr{break-inside:avoid}
table.proxlab.proxlab :is(td,th,caption){white-space:normal;min-width:0;padding:.1em .35em}}`
