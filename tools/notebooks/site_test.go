package notebooks_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// testSite writes the site with the exported notebooks of the lab, which checks its links, and looks at its pages in a
// browser, but for those of the notebooks, which it returns.
func (l *lab) testSite(t *testing.T, names []string) (notebooks []string) {
	t.Helper()
	dir := t.TempDir()
	printed(l.ctx, t, proxlab(t), "site", "--pages", l.folder, dir)
	var pages []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && filepath.Ext(name) == ".html" {
			pages = append(pages, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		page := "notebooks/" + strings.TrimSuffix(name, ".ipynb") + ".html"
		if !slices.Contains(pages, page) {
			t.Errorf("the site has no page %s", page)
		}
		notebooks = append(notebooks, filepath.Join(dir, filepath.FromSlash(page)))
	}
	pages = slices.DeleteFunc(pages, func(name string) bool {
		return slices.Contains(notebooks, filepath.Join(dir, filepath.FromSlash(name)))
	})
	out := printed(l.ctx, t, "node", append([]string{"site_test.mjs", l.chromium, dir}, pages...)...)
	checkSite(t, out, len(pages))
	return notebooks
}

// look is what site_test.mjs says of a page in one window.
type look struct {
	Paper    string
	Wider    int
	Pictures []string
}

// checkSite judges what site_test.mjs saw of so many pages.
func checkSite(t *testing.T, out []byte, pages int) {
	t.Helper()
	dec, drawn := json.NewDecoder(bytes.NewReader(out)), 0
	for range pages {
		var seen struct {
			Page         string
			Errors       []string
			Charts       int
			Inaccessible []string
			Light, Dark  look
			Claims       *struct{ Count, Wrong int }
			Search       map[string][]string
		}
		if err := dec.Decode(&seen); err != nil {
			t.Fatal(err)
		}
		drawn += seen.Charts
		if seen.Light.Paper == seen.Dark.Paper {
			t.Errorf("%s: the paper is %s, light and dark", seen.Page, seen.Light.Paper)
		}
		if len(seen.Errors) > 0 || seen.Light.Wider > 0 || seen.Dark.Wider > 0 || len(seen.Light.Pictures) > 0 {
			t.Errorf("%s: errors %q, wider than the window by %d and %d, pictures that are none %q", seen.Page, seen.Errors,
				seen.Light.Wider, seen.Dark.Wider, seen.Light.Pictures)
		}
		if len(seen.Inaccessible) > 0 {
			t.Errorf("%s: axe-core finds %q", seen.Page, seen.Inaccessible)
		}
		if seen.Page == "index.html" {
			checkSearch(t, seen.Search)
		}
		if c := seen.Claims; c != nil && (c.Count == 0 || c.Wrong > 0) {
			t.Errorf("of claims that fail %d are shown, and %d others", c.Count, c.Wrong)
		}
	}
	const figures = 50 // of five studies
	if drawn < figures {
		t.Errorf("%d charts of the kept records are drawn, fewer than %d", drawn, figures)
	}
}

// checkSearch looks for what is among the first that the search box finds.
func checkSearch(t *testing.T, found map[string][]string) {
	t.Helper()
	for words, want := range map[string]string{
		"D-R1": "claims.html#D-R1", "quantile": "docs/fit.html", "trace norm rank-one": "papers/dudik-2012.html",
		"η0": "papers/martins-2010.html",
	} {
		if !slices.ContainsFunc(found[words], func(to string) bool { return strings.HasPrefix(to, want) }) {
			t.Errorf("the search for %q leads to %q, not to %s", words, found[words], want)
		}
	}
	if len(found) != 5 || len(found["nowhere to be found"]) > 0 {
		t.Errorf("searches found %v", found)
	}
}
