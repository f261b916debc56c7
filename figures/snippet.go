package figures

import (
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"os"
	"strconv"
)

// shortNumber writes an axis label in few characters; functions are no part of an option in JSON.
const shortNumber = `v=>{const a=Math.abs(v);` +
	`return a!==0&&(a<1e-3||a>=1e5)?v.toExponential().replace("e+","e"):String(+v.toPrecision(6))}`

// Snippet returns the interactive figure as HTML: an element and a script that waits up to 5 s for the chart library,
// draws, and then hides the static figure before it. Without script or library nothing is lost: the static figure
// stays. It returns "" for figures without a chart.
func Snippet(f Figure) string {
	chart := f.Chart()
	if chart == "" {
		return ""
	}
	id := "proxlab-" + fileID(f.About().ID)
	height := 460
	if t, ok := f.(interface{ chartHeight() int }); ok {
		height = t.chartHeight()
	}
	return `<div class="proxlab-chart" id="` + id + `"></div><script>(()=>{` +
		`const all=document.querySelectorAll("#` + id + `"),el=all[all.length-1];if(!el)return;` +
		`const wait=async()=>{for(let i=0;i<50&&!window.proxlabECharts;i++)await new Promise(r=>setTimeout(r,100));` +
		`if(!window.proxlabECharts)throw 0;return window.proxlabECharts};` +
		`wait().then(echarts=>{if(!echarts)return;el.style.cssText="width:100%;max-width:860px;height:` +
		strconv.Itoa(height) + `px";` +
		`const o=` + chart + `;` +
		`const axes=o=>{for(const a of [].concat(o.xAxis,o.yAxis))if(a.type!=="category")` +
		`a.axisLabel={...a.axisLabel,hideOverlap:true,formatter:` + shortNumber + `};return o};` +
		`const c=echarts.init(el,null,{renderer:"canvas"});c.setOption(axes(o));` + selector(f) +
		`new ResizeObserver(()=>c.resize()).observe(el);` +
		`const out=el.closest(".jp-OutputArea-child,.output_area,.proxlab-figure");` +
		`const before=out&&(out.classList.contains("proxlab-figure")?out:out.previousElementSibling);` +
		`const img=before&&before.querySelector("img");if(img)(out===before?img:before).style.display="none"` +
		`}).catch(()=>{})})()</script>`
}

// selector returns the script that puts two lists above a chart, from which the reader chooses what it shows; "" for
// figures without a choice. The script makes the lists, so that they do not appear where it does not run.
func selector(f Figure) string {
	r, ok := f.(interface{ choices() string })
	if !ok {
		return ""
	}
	return `const all2=` + r.choices() + `,box=document.createElement("div"),` +
		`pick=k=>{const s=document.createElement("select");s.setAttribute("aria-label",k==="Y"?"compared":"over");` +
		`for(const v of new Set(all2.map(d=>d[k])))s.add(new Option(v,v));` +
		`s.onchange=()=>{const d=all2.find(d=>d.Y===y.value&&d.X===x.value);if(d)c.setOption(axes(d.Option),true)};` +
		`box.append(s);return s};` +
		`box.style.cssText="max-width:860px;text-align:right";` +
		`const y=pick("Y");box.append(" over ");const x=pick("X");el.before(box);`
}

// Embed returns a figure as HTML for a page: the static figure in the page itself, with the interactive one after it.
func Embed(f Figure) (string, error) {
	png, err := PNG(f)
	if err != nil {
		return "", err
	}
	m := f.About()
	return fmt.Sprintf(`<div class="proxlab-figure"><img alt="%s" style="max-width:100%%;width:860px" `+
		`src="data:image/png;base64,%s">%s</div>`,
		html.EscapeString(m.Title+". "+m.Subtitle), base64.StdEncoding.EncodeToString(png), Snippet(f)), nil
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
	_, err := fmt.Fprintf(w, `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>body{font:16px/1.5 system-ui,sans-serif;color:#262626;max-width:900px;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;margin:1em 0}th{border-bottom:1px solid #262626}td,th{font-variant-numeric:tabular-nums}
.proxlab-figure{margin:1.5em 0}</style>
%s</head><body>
%s
</body></html>
`, html.EscapeString(title), Loader(), body)
	return err
}
