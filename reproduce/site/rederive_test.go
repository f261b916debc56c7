package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/reproduce"
)

// tally are numbers of claims and of verdicts, as the script prints them.
type tally struct {
	Claims, Verdicts int
	Outcomes         map[string]int
	Ranks            map[string]struct{ Verdicts, Outcomes map[string]int }
}

// TestVerdictsFollowFromTheRecords derives every verdict again from the kept records, with arithmetic of its own, and
// compares what the claims page says of their number with what was counted there. A verdict or a number that is changed
// is found.
func TestVerdictsFollowFromTheRecords(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed: it runs the script")
	}
	scripts, err := filepath.Glob("../rederive/*.py")
	if err != nil || len(scripts) < 4 {
		t.Fatal(scripts, err)
	}
	for _, name := range scripts { // so that go test sees when they change
		if _, err := os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	papers, err := papersOf(allStudies)
	if err != nil {
		t.Fatal(err)
	}
	var claims []reproduce.Claim
	for _, p := range papers {
		for _, c := range p.Claims() {
			for _, v := range c.Verdicts() {
				claims = append(claims, v.Claim)
			}
		}
	}
	derive := func() (string, error) {
		text, err := json.Marshal(map[string]any{"claims": claims})
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), python, "../rederive/rederive.py")
		cmd.Stdin = bytes.NewReader(text)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := derive()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var counted tally
	if err := json.Unmarshal([]byte(out), &counted); err != nil {
		t.Fatal(err, out)
	}
	checkCounts(t, papers, counted)
	claims = claims[:1]
	for _, spoil := range []func(c *reproduce.Claim){
		func(c *reproduce.Claim) {
			c.Verdict = map[bool]reproduce.Verdict{true: "fails", false: "holds"}[c.Verdict == "holds"]
		},
		func(c *reproduce.Claim) { c.Ours, c.Spread = "", "margin 0.08101 ± 0.0461" },
	} {
		kept := claims[0]
		spoil(&claims[0])
		if out, err := derive(); err == nil || !strings.Contains(out, kept.ID+", "+kept.Table) {
			t.Errorf("%s with %s, %s is not found: %v\n%s", kept.ID, claims[0].Verdict, claims[0].Spread, err, out)
		}
		claims[0] = kept
	}
}

// checkCounts compares the two lists of counts on the claims page, and the badges of all verdicts, with counts.
func checkCounts(t *testing.T, papers []paper, counted tally) {
	t.Helper()
	dir := t.TempDir()
	if err := (writer{ctx: t.Context(), dir: dir, found: new([]section)}).claims(papers); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "claims.html"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	if !strings.Contains(page, fmt.Sprintf("%d claims of 4 papers, with %d verdicts", counted.Claims, counted.Verdicts)) {
		t.Errorf("the page has not %d claims with %d verdicts", counted.Claims, counted.Verdicts)
	}
	lists := regexp.MustCompile(`(?s)<ul class="counts">(.*?)</ul>`).FindAllStringSubmatch(page, -1)
	for i, want := range []map[string]int{counted.Ranks["stated by the paper"].Outcomes, counted.Outcomes} {
		shown := map[string]int{}
		for _, m := range regexp.MustCompile(`<strong>(\d+)</strong> <span class="outcome (\w+)">`).
			FindAllStringSubmatch(lists[i][1], -1) {
			shown[m[2]], _ = strconv.Atoi(m[1])
		}
		if fmt.Sprint(shown) != fmt.Sprint(want) {
			t.Errorf("the page counts %v, the script %v", shown, want)
		}
	}
}
