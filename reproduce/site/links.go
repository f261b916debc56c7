package site

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Summary is what a site weighs and holds.
type Summary struct {
	Pages, Links, Files int
	Bytes               int64
}

// Check follows every link of the pages in a folder, and looks for every anchor that one names. The error lists those
// that lead nowhere, and those that a page would need the network for: pictures, scripts and styles of another host.
func Check(dir string) (Summary, error) {
	var sum Summary
	pages := map[string]page{}
	files := map[string]bool{}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		files[name] = true
		sum.Files++
		sum.Bytes += info.Size()
		if path.Ext(name) != ".html" {
			return nil
		}
		content, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		pages[name] = read(content)
		return nil
	})
	if err != nil {
		return sum, err
	}
	sum.Pages = len(pages)
	var wrong []string
	for name, p := range pages {
		for _, l := range p.links {
			sum.Links++
			if why := follow(name, l, pages, files); why != "" {
				wrong = append(wrong, fmt.Sprintf("%s: %s %s", filepath.ToSlash(name), l.to, why))
			}
		}
	}
	slices.Sort(wrong)
	if wrong = slices.Compact(wrong); len(wrong) > 0 {
		return sum, fmt.Errorf("%d links of %s lead nowhere:\n%s", len(wrong), dir, strings.Join(wrong, "\n"))
	}
	return sum, nil
}

// page is what a page links to, and what in it can be linked to.
type page struct {
	links   []link
	anchors map[string]bool
}

// link is an address, and whether the page itself loads what is there.
type link struct {
	to     string
	loaded bool
}

// read finds the links and anchors of a page.
func read(content []byte) page {
	p := page{anchors: map[string]bool{}}
	z := html.NewTokenizer(bytes.NewReader(content))
	for {
		switch z.Next() {
		case html.ErrorToken: // the end
			return p
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			for _, a := range t.Attr {
				switch a.Key {
				case "id", "name":
					p.anchors[a.Val] = true
				case "src":
					p.links = append(p.links, link{a.Val, true})
				case "href":
					p.links = append(p.links, link{a.Val, t.Data == "link"})
				}
			}
		}
	}
}

// follow says why a link of a page leads nowhere; "" where it leads somewhere.
func follow(from string, l link, pages map[string]page, files map[string]bool) string {
	u, err := url.Parse(l.to)
	switch {
	case err != nil:
		return "is no address"
	case u.Scheme == "data":
		return ""
	case u.IsAbs() || u.Host != "":
		if l.loaded {
			return "is loaded from another host"
		}
		return ""
	case strings.HasPrefix(u.Path, "/"):
		return "is not relative"
	}
	to := from
	if u.Path != "" {
		to = path.Join(path.Dir(from), u.Path)
	}
	if !files[to] {
		return "is not there"
	}
	p, known := pages[to] // a browser looks for an anchor as it is written, then for what it stands for
	if u.Fragment != "" && known && !p.anchors[u.Fragment] && !p.anchors[u.EscapedFragment()] {
		return "has no such anchor"
	}
	return ""
}
