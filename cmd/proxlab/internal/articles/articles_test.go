package articles

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures/table"
)

// everything is a notebook with each kind of output.
func everything(t *testing.T) string {
	t.Helper()
	picture := base64.StdEncoding.EncodeToString([]byte("a picture"))
	code := func(source string, outputs ...any) any {
		return map[string]any{"cell_type": "code", "source": source, "outputs": outputs}
	}
	show := func(data map[string]any) any { return map[string]any{"output_type": "display_data", "data": data} }
	table := `<div><style>td{}</style><div><table class="proxlab"><caption>Costs in $ [all]</caption>` +
		`<thead><tr><th>a</th><th align="right">b</th></tr></thead>` +
		`<tbody><tr><td>x|y</td><td align="right">1</td></tr></tbody></table></div><p>data: real.</p></div>`
	chart := `<div class="proxlab-chart" id="proxlab-curve"></div><script>1</script>`
	words := "A curve. made-up data. x axis: λ."
	nb, err := json.Marshal(map[string]any{"cells": []any{
		map[string]any{"cell_type": "markdown", "source": []string{
			"# A \"title\"\n", "\n", "Text with $x^2$, and [another](01-other.ipynb).",
		}},
		code("!*rm -f x\n%noautoget"),
		code("%%\nfmt.Println(1)\n", map[string]any{"output_type": "stream", "text": "1\n"}),
		code("draw()", show(map[string]any{"image/png": picture, "text/plain": words}),
			show(map[string]any{"text/html": chart})),
		code("draw()", show(map[string]any{"image/png": []string{picture, "\n"}, "text/plain": words}),
			show(map[string]any{"text/html": chart})),
		code("tables()", show(map[string]any{"text/html": table + table})),
		code("long()", show(map[string]any{"text/html": long(t)})),
		code("more()", show(map[string]any{"text/html": `<details><summary>All in full</summary><pre>1 < 2</pre></details>`}),
			show(map[string]any{"text/html": `<section class="proxlab-explore" aria-label="Move λ" hidden></section>`}),
			show(map[string]any{"text/html": `<p><strong>Yes.</strong> It <span style="border:1px">D-1 holds</span></p>`}),
			show(map[string]any{"application/x": map[string]any{"a": 1}})),
	}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "all.ipynb")
	if err := os.WriteFile(path, nb, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// long is a table of which a page shows the last rows on demand.
func long(t *testing.T) string {
	t.Helper()
	x := table.Table{Title: "Long", Columns: table.Columns(1, "row", "square")}
	for k := range 30 {
		x.Rows = append(x.Rows, []string{fmt.Sprintf("row %d.", k), fmt.Sprint(k * k)})
	}
	var b strings.Builder
	if err := x.HTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	defined  = regexp.MustCompile(`(?:\{#|:label: )((?:fig|tbl)-[\w-]+)`)
	referred = regexp.MustCompile("(?:@|\\{numref\\}`)((?:fig|tbl)-[\\w-]+)")
	pointed  = regexp.MustCompile(`(?:\]\(|\{figure\} )([\w.-]+_files/[\w.-]+)`)
)

// checked reports what does not fit within a page: labels that stand twice, references and files that lead nowhere,
// fences that stay open.
func checked(t *testing.T, folder, page string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, page))
	if err != nil {
		t.Fatal(err)
	}
	text, labels := string(content), map[string]bool{}
	for _, m := range defined.FindAllStringSubmatch(text, -1) {
		if labels[m[1]] {
			t.Errorf("%s has the label %s twice", page, m[1])
		}
		labels[m[1]] = true
	}
	refs := referred.FindAllStringSubmatch(text, -1)
	for _, m := range refs {
		if !labels[m[1]] {
			t.Errorf("%s refers to %s, which is not there", page, m[1])
		}
	}
	if len(refs) != len(labels) {
		t.Errorf("%s has %d labels and refers to %d", page, len(labels), len(refs))
	}
	for _, m := range pointed.FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join(folder, m[1])); err != nil {
			t.Error(err)
		}
	}
	fence, open := regexp.MustCompile("(?m)^(```+|:::+)(.*)$"), []string{}
	for _, m := range fence.FindAllStringSubmatch(text, -1) {
		code := len(open) > 0 && open[len(open)-1][0] == '`'
		switch {
		case len(open) > 0 && m[1] == open[len(open)-1] && strings.TrimSpace(m[2]) == "":
			open = open[:len(open)-1]
		case !code:
			open = append(open, m[1])
		}
	}
	if len(open) > 0 {
		t.Errorf("%s: fences stay open: %q", page, open)
	}
	return text
}

// TestArticle: each kind of output has its place, and what speaks to the kernel or to a page has none.
func TestArticle(t *testing.T) {
	t.Parallel()
	path := everything(t)
	for _, d := range Dialects {
		dir := t.TempDir()
		if err := Write(t.Context(), d, dir, []string{path}); err != nil {
			t.Fatal(err)
		}
		text := checked(t, dir, "all"+d.End)
		for _, want := range []string{
			`title: "A \"title\""`, "$x^2$", "(01-other" + d.End + ")", "```go\nfmt.Println(1)\n```", "```text\n1\n```",
			"all_files/curve.png", "all_files/curve-2.png", "A curve. made-up data.", `| x\|y | 1 |`, `Costs in \$`,
			"data: real.",
			"All in full", "1 < 2", "Move λ", "**Yes.** It *(D-1 holds)*", "fig-all-curve-2", "tbl-all-2",
			"| row 9.  | 81     |\n| row 10. | 100    |", "| row 29. | 841    |",
		} {
			if !strings.Contains(text, want) || strings.Contains(text, "other 20 rows") {
				t.Errorf("%s: %q is missing in\n%s", d.Name, want, text)
			}
		}
		for _, no := range []string{"rm -f", "noautoget", "<script", "<td", "<style"} {
			if strings.Contains(text, no) {
				t.Errorf("%s: %q stands in\n%s", d.Name, no, text)
			}
		}
		for file, want := range map[string]string{"all_files/curve.png": "a picture", d.project: "all" + d.End} {
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
			if err != nil || !strings.Contains(string(text), want) {
				t.Errorf("%s: %q, error %v", file, text, err)
			}
		}
	}
}

// TestBadNotebooks: what is no notebook is named, and the others are written.
func TestBadNotebooks(t *testing.T) {
	t.Parallel()
	dir, good := t.TempDir(), everything(t)
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	picture := `{"cells":[{"cell_type":"code","source":"","outputs":[{"data":{"image/png":"not base64!"}}]}]}`
	out := t.TempDir()
	err := Write(t.Context(), myst, out, []string{
		put("text.ipynb", "text"), put("empty.ipynb", "{}"), put("picture.ipynb", picture),
		filepath.Join(dir, "none.ipynb"), good,
	})
	for _, want := range []string{
		"text.ipynb was not exported: it is no notebook", "empty.ipynb was not exported: it is no notebook",
		"picture.ipynb was not exported: a picture cannot be read", "none.ipynb",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
	checked(t, out, "all.md")
	err = Write(t.Context(), myst, out, []string{good, good})
	if err == nil || !strings.Contains(err.Error(), "would be lost") {
		t.Error(err)
	}
}

// TestOwnArticles: the project's notebooks fit together as articles; in its long form MyST builds them.
func TestOwnArticles(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(filepath.FromSlash("../../../../notebooks/*.ipynb"))
	if err != nil || len(paths) == 0 {
		t.Fatal(err, paths)
	}
	for _, d := range Dialects {
		dir := t.TempDir()
		if err := Write(t.Context(), d, dir, paths); err != nil {
			t.Fatal(err)
		}
		claims := 0
		for _, path := range paths {
			text := checked(t, dir, strings.TrimSuffix(filepath.Base(path), ".ipynb")+d.End)
			claims += strings.Count(text, "What the paper claims, and what we found")
		}
		if claims < 6 { // one for each study
			t.Errorf("%s: %d tables of claims", d.Name, claims)
		}
		if d.Name != myst.Name || testing.Short() {
			continue
		}
		build := exec.CommandContext(t.Context(), "npx", "--yes", "mystmd@1.8.3", "build", "--md", "--strict", "--force",
			"06-your-own-data.md")
		build.Dir = dir // and with it all pages that it may refer to
		if said, err := build.CombinedOutput(); err != nil || strings.Contains(string(said), "⚠") {
			t.Errorf("myst: %v\n%s", err, said)
		}
	}
}
