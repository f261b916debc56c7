package figures_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/explore"
)

// slowProgram stands for the program of a page: what it does is what it is asked.
const slowProgram = `class Go {
  importObject = {};
  run() {
    self.proxlabAnswer = (name, values, done) => {
      const word = JSON.parse(values).Words.word;
      const left = () => done(JSON.stringify({answer: {Facts: [{Name: "left", Value: word.length}]}}));
      if (word === "refuse") done(JSON.stringify({error: "no such word"}));
      else if (word === "throw") throw new Error("broken");
      else if (word === "exit") this.end();
      else if (word === "slow") setTimeout(left, 1500);
      else if (word !== "never") left();
    };
    self.proxlabReady();
    return new Promise(end => { this.end = end; });
  }
}`

// programOf packs the smallest module with what runs it, as package module does.
func programOf(t *testing.T, program string) []byte {
	t.Helper()
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, err := w.Write([]byte("\x00asm\x01\x00\x00\x00"))
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	glue, err := json.Marshal(program)
	if err != nil {
		t.Fatal(err)
	}
	var letters strings.Builder
	held, bits := 0, 0
	for _, b := range append(z.Bytes(), 0, 0) { // with what fills the last letter
		held |= int(b) << bits
		for bits += 8; bits >= 15; bits -= 15 {
			letters.WriteRune(rune(0x4000 + held&0x7fff))
			held >>= 15
		}
	}
	return fmt.Appendf(nil, "\ufeffwindow.proxlabModule = {go: %s, bytes: %d, module: %q};", glue, z.Len(),
		letters.String())
}

// staleSeen is what stale.mjs says.
type staleSeen struct {
	Looks  map[string]struct{ As, Says, Facts, Play string }
	Errors []string
	Asked  map[string]explore.Values
	// Refused are what the page's policy kept from what was put into it.
	Refused string
}

// TestNoStaleAnswers: what a page shows is the answer to what its controls say. Until that is there the last one is
// dimmed, and where it is refused, or the program breaks, there is a sentence in its place.
func TestNoStaleAnswers(t *testing.T) {
	t.Parallel()
	chromium := findChromium(t)
	of := explore.Explorable{Name: "stale", Title: "Answers that are late", Controls: []explore.Control{
		{Kind: explore.Text, Name: "word", Label: "word", Word: "start"},
		{Kind: explore.Play, Name: "step", Label: "step", Max: 1e6, Step: 1},
		{Kind: explore.File, Name: "file", Label: "file"},
	}}
	body, err := figures.Embed(figures.Explorable{Of: of, Answer: explore.Answer{
		Facts:  []explore.Fact{{Name: "left", Value: 5}},
		Panels: []explore.Panel{{Series: []explore.Series{{Name: "a", X: []float64{0, 1, 2}, Y: []float64{0, 1, 0}}}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := figures.WritePage(&page, "stale", body); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if kept := os.Getenv("PROXLAB_PAGES"); kept != "" { // to look at
		folder = kept
	}
	for name, content := range map[string][]byte{
		"page.html": page.Bytes(), "alone/page.html": page.Bytes(), figures.ModuleFile: programOf(t, slowProgram),
	} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, content, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), "node", "testdata/stale.mjs", chromium,
		filepath.Join(folder, "page.html"), folder).Output()
	if exit := (&exec.ExitError{}); errors.As(err, &exit) {
		t.Fatalf("%v\n%s", err, exit.Stderr)
	}
	var seen staleSeen
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	for name, want := range map[string][3]string{ // how the answer is seen, what is said, what plays
		"start": {"shown", "", "▶"}, "slow": {"late", "solving …", "▶"}, "answered": {"shown", "", "▶"},
		"refuse": {"none", "no such word", "▶"}, "after-refuse": {"shown", "", "▶"},
		"throw": {"none", "the program stopped: ", "▶"}, "after-throw": {"shown", "", "▶"},
		"exit": {"none", "the program stopped: it ended", "▶"}, "after-exit": {"shown", "", "▶"},
		"large": {"none", "large.csv has 4194305 bytes", "▶"},
		"alone": {"shown", "answers nothing else", "▶"}, "alone-moved": {"none", "answers nothing else", "▶"},
	} {
		if got := seen.Looks[name]; got.As != want[0] || !strings.Contains(got.Says, want[1]) || got.Play != want[2] {
			t.Errorf("%s: %+v, want %q", name, got, want)
		}
	}
	if none, small := seen.Asked["none"], seen.Asked["small"]; len(none.Files) > 0 || none.Words["file"] != "" ||
		small.Files["file"] != "small.csv" || small.Words["file"] != "a,b\n" {
		t.Errorf("asked without a file: %v; with one: %v", none, small)
	}
	if want := "connect-src frame-src img-src nothing ran script-src-elem"; seen.Refused != want {
		t.Errorf("the policy refused %s, not %s", seen.Refused, want)
	}
	if len(seen.Errors) > 0 {
		t.Errorf("%q", seen.Errors)
	}
}
