// Package guard gives pages a content security policy: what they ask for is what their own text names, and a script
// that was not there when they were made does not run.
package guard

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// The chart library, pinned: package.json names the same version, and the integrity is that of its file.
const (
	EChartsVersion   = "5.6.0"
	EChartsIntegrity = "sha384-pPi0zxBAoDu6+JXW/C68UZLvBUUtU+7zonhif43rqj7pxsGyqyqzcian2Rj37Rss"
	EChartsCDN       = "https://cdn.jsdelivr.net/npm/echarts@" + EChartsVersion + "/dist/echarts.min.js"
)

// library is the hash of the element that loaders make of the chart library.
const library = "'sha256-Y2Xc5huIL939Po0U5v+EHl4aamq65Pk5nA57B+SJl+Q='"

// policy has the sources of each directive.
type policy map[string][]string

// basis is what every page has: charts and formulas make styles and pictures in the page.
func basis() policy {
	none := func() []string { return []string{"'none'"} }
	return policy{
		"default-src": none(), "base-uri": none(), "form-action": none(), "font-src": {"data:"},
		"img-src": {"data:", "blob:"}, "style-src": {"'unsafe-inline'"},
	}
}

func (p policy) allow(directive string, sources ...string) {
	for _, s := range sources {
		if !slices.Contains(p[directive], s) {
			p[directive] = append(p[directive], s)
		}
	}
}

// element is the element that carries the policy.
func (p policy) element() string {
	var parts []string
	for _, directive := range slices.Sorted(maps.Keys(p)) {
		parts = append(parts, directive+" "+strings.Join(p[directive], " "))
	}
	text := strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(strings.Join(parts, "; "))
	return `<meta http-equiv="Content-Security-Policy" content="` + text + `">`
}

// loads are the elements that load what an address names: the attribute that has it, and the directive.
var loads = map[string][2]string{
	"script": {"src", "script-src"}, "img": {"src", "img-src"}, "link": {"href", "style-src"},
	"iframe": {"src", "frame-src"}, "audio": {"src", "media-src"}, "video": {"src", "media-src"},
	"source": {"src", "media-src"},
}

// Page puts the policy into the head of a page, in the place of an older one. Scripts in the page are allowed by their
// hashes, files beside it where it names some, other hosts by the addresses that it names. Two things are known by
// name: the chart library, of which its loader makes a script, and explorables, which load a script, compile
// WebAssembly and start a worker. A page without a head stays as it is.
func Page(page []byte) []byte {
	p, z := basis(), html.NewTokenizer(bytes.NewReader(page))
	place, from, to := -1, 0, 0 // where the policy is written, and where the older one stands
	inline, offset := false, 0
	for z.Next() != html.ErrorToken {
		start := offset
		offset += len(z.Raw())
		if inline && len(bytes.TrimSpace(z.Raw())) > 0 && z.Raw()[0] != '<' {
			p.script(z.Raw())
		}
		inline = false
		t := z.Token()
		switch {
		case t.Type != html.StartTagToken && t.Type != html.SelfClosingTagToken:
		case t.Data == "head", t.Data == "meta" && place == start && attribute(t, "charset") != "":
			place = offset
		case t.Data == "meta" && strings.EqualFold(attribute(t, "http-equiv"), "Content-Security-Policy"):
			from, to = start, offset
		default:
			inline = t.Data == "script" && attribute(t, "src") == ""
			p.loads(t)
		}
	}
	if place < 0 {
		return page
	}
	if to == 0 {
		from, to = place, place
	}
	return slices.Concat(page[:from], []byte(p.element()), page[to:])
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// loads allows what an element loads.
func (p policy) loads(t html.Token) {
	attr, ok := loads[t.Data]
	address := attribute(t, attr[0])
	if !ok || address == "" || t.Data == "link" && attribute(t, "rel") != "stylesheet" {
		return
	}
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme == "data":
	case u.Host == "":
		p.beside(attr[1])
	default:
		p.allow(attr[1], strings.NewReplacer(";", "%3B", ",", "%2C", "'", "%27").Replace(
			(&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()))
	}
}

// beside allows files beside the page. Browsers do not all take 'self' for them where it is opened from disk; from a
// host, no file of a disk can be loaded.
func (p policy) beside(directive string) { p.allow(directive, "'self'", "file:") }

// script allows a script in the page, and what it asks for.
func (p policy) script(text []byte) {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) // as browsers read it
	sum := sha256.Sum256(text)
	p.allow("script-src", "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	if bytes.Contains(text, []byte("window.proxlabECharts")) {
		p.allow("script-src", library)
	}
	if bytes.Contains(text, []byte(`fetch("`+EChartsCDN)) {
		p.allow("connect-src", EChartsCDN)
	}
	if bytes.Contains(text, []byte("window.proxlabExplore")) {
		p.beside("script-src")
		p.allow("script-src", "'wasm-unsafe-eval'")
		p.allow("worker-src", "blob:")
	}
}
