package site

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/parsing"
)

// project is the least that a project has of documents.
var project = fstest.MapFS{
	"README.md":         {Data: []byte("# A project\n\nWhat it is. More.\n\n[a](docs/fit.md#two-words) [b](LICENSE)")},
	"CONTRIBUTING.md":   {Data: []byte("# Contributing\n\n![start](docs/start.png)")},
	"CHANGELOG.md":      {Data: []byte("# Changelog\n\n[elsewhere](https://example.org)")},
	"bench/README.md":   {Data: []byte("# Bench\n\n[back](../README.md) [](../notebooks/README.md)")},
	"docs/fit.md":       {Data: []byte("# Fits\n\n## Two words\n\n[](../notebooks/00-start.ipynb)")},
	"docs/results.md":   {Data: []byte("# Results\n\n[a study](results/s.md#d-m1)")},
	"docs/results/s.md": {Data: []byte("# A study\n\n[all](../results.md)\n\n### D-M1")},
	"docs/speed.md":     {Data: []byte("# Speed")},
	"docs/start.png":    {Data: []byte("png")},
}

// exported writes what an exporter leaves in a folder.
func exported(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"00-start.html": "<script>window.proxlabECharts=window.proxlabECharts||1</script>" +
			"<p id=\"A-%CE%BB\"><a href=\"00-start.ipynb#A-%CE%BB\">here</a><script src=\"shared/solver.js\"></script>",
		"00-start.ipynb": "{}", "index.html": "the exporter's", "shared/solver.js": "2",
		"screenshots/a.png": "3", "mine.html": "not named",
	} {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestSite writes the site of one study: every claim has its anchor and its verdicts, and every link leads somewhere.
func TestSite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := Content{
		Studies: []reproduce.Study{parsing.Study}, Documents: project, Pages: exported(t),
		Notebooks: []Notebook{{Name: "00-start", Title: "From <nothing>", About: "a start", Picture: []byte("png")}},
	}
	if err := Write(t.Context(), dir, c); err != nil {
		t.Fatal(err)
	}
	sum, err := Check(dir)
	if err != nil {
		t.Error(err)
	}
	if sum.Pages != 13 || sum.Links < 100 || sum.Bytes < 1e5 { // home, claims, a paper, two of notebooks, eight documents
		t.Errorf("%+v", sum)
	}
	text := func(name string) string {
		content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	checkEvidence(t, text("claims.html"), text("papers/martins-2010.html"))
	notebook := text("notebooks/00-start.html")
	if !strings.Contains(notebook, `href="00-start.html#A-`) {
		t.Errorf("a notebook's link leads to no page: %s", notebook)
	}
	readme, home := text("docs/readme.html"), text("index.html")
	if !strings.Contains(readme, "fit.html#two-words") || strings.Contains(readme, "LICENSE") {
		t.Errorf("links of the README: %s", readme)
	}
	leads := strings.Contains(text("docs/results.html"), `href="../docs/results-s.html#d-m1"`)
	if !leads || strings.Contains(home, "results-s") {
		t.Error("a study's page of results is not where that of all leads alone")
	}
	if !strings.Contains(home, "From &lt;nothing&gt;") || !strings.Contains(home, "What it is.") {
		t.Errorf("the first page: %s", home)
	}
	_ = text("notebooks/shared/solver.js")
	if index := text("search-index.js"); !strings.Contains(index, `["docs/fit.html","two-words","Two words","Fits",`) {
		t.Errorf("the search box does not find a heading: %.300s", index)
	}
	for _, none := range []string{"mine.html", "00-start.ipynb", "screenshots/a.png"} {
		if _, err := os.Stat(filepath.Join(dir, "notebooks", none)); err == nil {
			t.Errorf("%s is part of the site", none)
		}
	}
}

// TestSections: what a page says is found below its headings, and what nobody looks for is not.
func TestSections(t *testing.T) {
	t.Parallel()
	got := sections("a.html", []byte(`<head><title>x</title></head><nav>y</nav><h1>A <i>title</i><a>¶</a></h1><p>One &amp;
		two<script>z</script></p><section id="s"><h3>Three</h3><p>four</p><pre>five</pre></section><h3>not linked</h3>
		<table class="proxlab"><tr><td><table></table>6</td></tr></table><h2 id="t">Seven</h2>`))
	want := []section{
		{"a.html", "", "A title", "A title", "One & two"}, {"a.html", "s", "Three", "A title", "four not linked"},
		{"a.html", "t", "Seven", "A title", ""},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// checkEvidence looks for every claim of the study on the page of claims and on its paper's.
func checkEvidence(t *testing.T, ledger, paper string) {
	t.Helper()
	judged, err := parsing.Study.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range judged {
		if !strings.Contains(ledger, `id="`+j.ID+`"`) || !strings.Contains(paper, "claims.html#"+j.ID) ||
			!strings.Contains(ledger, j.Command) || !strings.Contains(paper, "table-"+j.Table) {
			t.Errorf("claim %s, table %s: it is not shown with its evidence", j.ID, j.Table)
		}
	}
	if n := strings.Count(ledger, `<span class="verdict `); n != len(judged) {
		t.Errorf("%d verdicts are shown of %d", n, len(judged))
	}
}

func TestCheckFindsWhatLeadsNowhere(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`<a href="b.html">`:                      "b.html is not there",
		`<img src="b.png">`:                      "b.png is not there",
		`<a href="#b">`:                          "#b has no such anchor",
		`<a href="a.html#b">`:                    "a.html#b has no such anchor",
		`<a href="/a.html">`:                     "/a.html is not relative",
		`<script src="https://x.org/b.js">`:      "is loaded from another host",
		`<link rel="stylesheet" href="//x/b.c">`: "is loaded from another host",
		`<p id="b"><a href="#b"><a href="a.html?x=1"><a href="https://x.org"><img src="data:,">`: "",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.html"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		switch _, err := Check(dir); {
		case want == "" && err != nil:
			t.Errorf("%s: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), "a.html: ") || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	const h, f, o, n, x = reproduce.Holds, reproduce.Fails, reproduce.Open, reproduce.NotTestable, reproduce.NotVerified
	for want, groups := range map[string][][]reproduce.Verdict{
		always: {{h}, {h, h}, {h, n}}, never: {{f}, {f, f}, {f, x}}, sometimes: {{h, f}, {o, h}},
		partly: {{f, o}, {o, f, o, n}}, undecided: {{o}, {o, o}, {o, n}}, untested: {{n}, {x, n}},
	} {
		for _, g := range groups {
			claims := make([]reproduce.Claim, len(g))
			for k, v := range g {
				claims[k].Verdict = v
			}
			if got := outcomeOf(claims); got != want {
				t.Errorf("%v: %s, want %s", g, got, want)
			}
		}
	}
}

// TestTurnsOn: a reading that decides is named, or else a table.
func TestTurnsOn(t *testing.T) {
	t.Parallel()
	for want, verdicts := range map[string][][3]string{
		"":                                 {{"a", "t", "holds"}, {"b", "t", "holds"}},
		"the reading (holds: a; fails: b)": {{"a", "t", "holds"}, {"a", "u", "holds"}, {"b", "t", "fails"}},
		"the data (holds: t; open: u)":     {{"a", "t", "holds"}, {"a", "u", "open"}, {"b", "t", "holds"}},
		"reading and data (holds: a, t; fails: a, u, b, t)": {{"a", "t", "holds"}, {"a", "u", "fails"}, {"b", "t", "fails"}},
	} {
		var r rule
		for _, v := range verdicts {
			r.Verdicts = append(r.Verdicts, verdict{Claim: reproduce.Claim{
				Reading: v[0], Table: v[1], Verdict: reproduce.Verdict(v[2]),
			}})
		}
		if got := (claim{Rules: []rule{r}}).TurnsOn(); got != want {
			t.Errorf("%v: %q, want %q", verdicts, got, want)
		}
	}
}

func TestOutcomesInWords(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		of     string
		claims int
		want   string
	}{
		{always, 1, "holds on "}, {always, 2, "hold on "}, {undecided, 1, "is open"}, {never, 3, "fail on "},
		{untested, 1, "could not"},
	} {
		o := byOutcome(slices.Repeat([]claim{{Outcome: test.of}}, test.claims), overall)[0]
		if got := o.Says(); !strings.HasPrefix(got, test.want) {
			t.Errorf("%d %s: %q, want %q…", test.claims, test.of, got, test.want)
		}
	}
}
