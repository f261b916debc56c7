package guard_test

import (
	"crypto/sha256"
	"encoding/base64"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures/guard"
)

var written = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)

// policy is that of a page.
func policy(t *testing.T, page string) string {
	t.Helper()
	found := written.FindAllStringSubmatch(page, -1)
	if len(found) != 1 {
		t.Fatalf("%d policies in %s", len(found), page)
	}
	return html.UnescapeString(found[0][1])
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// TestPolicy: a page may ask for what its text names, and for nothing else.
func TestPolicy(t *testing.T) {
	t.Parallel()
	const least = "base-uri 'none'; default-src 'none'; font-src data:; form-action 'none'; img-src data: blob:"
	const styles = "style-src 'unsafe-inline'"
	for body, want := range map[string]string{
		"":                                      least + "; " + styles,
		`<img src="data:,"><a href=b>`:          least + "; " + styles,
		`<img src="a.png"><img src="b.png">`:    least + " 'self' file:; " + styles,
		`<img src="https://x.org/a;b.png?c=1">`: least + " https://x.org/a%3Bb.png; " + styles,
		`<link rel="stylesheet" href="a.css"><link rel="icon">`: least + "; " + styles + " 'self' file:",
		`<iframe src="https://x.org/v">`: strings.Replace(least, "; img", "; frame-src https://x.org/v; img", 1) +
			"; " + styles,
		"<script>a()\r\n</script><script src=''></script>": least + "; script-src " + hash("a()\n") + "; " + styles,
		`<script src="m.js"></script><script></script>`:    least + "; script-src 'self' file:; " + styles,
	} {
		page := `<html><head><meta charset="utf-8"><title>a</title></head><body>` + body
		got := string(guard.Page([]byte(page)))
		if policy(t, got) != want {
			t.Errorf("%s: %s\nwant %s", body, policy(t, got), want)
		}
		if rest := written.ReplaceAllString(got, ""); rest != page || !strings.Contains(got, `charset="utf-8"><meta http`) {
			t.Errorf("%s becomes %s", page, got)
		}
		if again := guard.Page([]byte(got)); string(again) != got {
			t.Errorf("again: %s", again)
		}
		if less := string(guard.Page([]byte(strings.Replace(got, body, "", 1)))); policy(t, less) != least+"; "+styles {
			t.Errorf("an older policy stays: %s", less)
		}
	}
	if got := string(guard.Page([]byte("<p>"))); got != "<p>" {
		t.Errorf("without a head: %s", got)
	}
}

// TestLibrary: the hash is that of the script that loaders make.
func TestLibrary(t *testing.T) {
	t.Parallel()
	js, err := os.ReadFile("../../node_modules/echarts/dist/echarts.min.js")
	if err != nil {
		t.Skip("there is no chart library: run `make setup`")
	}
	got := policy(t, string(guard.Page([]byte("<head><script>window.proxlabECharts</script>"))))
	if want := hash("(function(define,module,exports){" + string(js) + "\n}).call(window)"); !strings.Contains(got, want) {
		t.Errorf("%s without %s", got, want)
	}
}
