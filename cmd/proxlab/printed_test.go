package main

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// printedPattern is a command in a document, with what it prints, in which … stands for any lines.
var printedPattern = regexp.MustCompile(`(?m)^    \$ proxlab (.*)\n((?:    [^$\s].*\n|     +\S.*\n)*)`)

// TestPrintedOutputs runs those commands of the documents, in their order, that need no registered set, and compares
// what they print with what the document says. PROXLAB_DOCS=write writes it there.
func TestPrintedOutputs(t *testing.T) {
	for doc, least := range map[string]int{
		"README.md": 3, "docs/fit.md": 4, "docs/graphs.md": 3, "docs/matrices.md": 3, "docs/kernels.md": 3,
	} {
		text := readDoc(t, doc)
		file, err := filepath.Abs(filepath.Join(root, doc))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(doc, func(t *testing.T) {
			t.Chdir(t.TempDir())
			compared := 0
			written := printedPattern.ReplaceAllStringFunc(text, func(block string) string {
				m := printedPattern.FindStringSubmatch(block)
				if !runsAnywhere(m[1]) {
					return block
				}
				compared++
				return "    $ proxlab " + m[1] + "\n" + printedOutput(t, m[1], m[2])
			})
			if compared < least {
				t.Errorf("%d commands were run, not %d", compared, least)
			}
			if os.Getenv("PROXLAB_DOCS") == "write" && written != text {
				if err := os.WriteFile(file, []byte(written), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// runsAnywhere tells whether a command needs nothing but files that the commands before it wrote.
func runsAnywhere(command string) bool {
	if strings.Contains(command, ";") || strings.Contains(command, "@") {
		return false
	}
	words := strings.Fields(command)
	at := slices.Index(words, "--data") + 1
	if at > 0 {
		_, err := os.Stat(words[at])
		return err == nil
	}
	return words[0] == "data" || words[0] == "graph"
}

// printedOutput runs a command and returns the document's lines of its output, as they are now where they differ.
func printedOutput(t *testing.T, command, said string) string {
	t.Helper()
	command, to, redirected := strings.Cut(command, " > ")
	out, stderr, code := call(t.Context(), strings.Fields(command)...)
	if code != 0 {
		t.Fatalf("proxlab %s: exit code %d, %s", command, code, stderr)
	}
	if redirected {
		if err := os.WriteFile(to, []byte(out), 0o666); err != nil {
			t.Fatal(err)
		}
		return said
	}
	printed := strings.Split(strings.TrimRight(stderr+out, "\n"), "\n")
	var now strings.Builder
	after := 0
	for line := range strings.Lines(said) {
		line = strings.TrimPrefix(strings.TrimRight(line, "\n"), "    ")
		i := slices.IndexFunc(printed[after:], func(p string) bool { return samePrinted(line, p) })
		switch {
		case line == "…":
		case i >= 0:
			line = printed[after+i]
			after += i + 1
		default:
			i = slices.IndexFunc(printed[after:], func(p string) bool { return likeness(line, p) > 0.5 })
			t.Errorf("proxlab %s prints no line %q after its first %d:\n%s", command, line, after, strings.Join(printed, "\n"))
			if i >= 0 {
				line = printed[after+i]
				after += i + 1
			}
		}
		now.WriteString("    " + line + "\n")
	}
	return now.String()
}

// samePrinted compares a document's line with a printed one, word by word. Times are others on another machine, and so
// is rounding.
func samePrinted(said, printed string) bool {
	a, b := strings.Fields(said), strings.Fields(printed)
	return len(a) == len(b) && likeness(said, printed) == 1
}

// likeness is the share of a document's words that a printed line has at their places.
func likeness(said, printed string) float64 {
	a, b := strings.Fields(said), strings.Fields(printed)
	same := 0
	for i := range min(len(a), len(b)) {
		// A number before these words is a time.
		timed := i+1 < len(a) && (a[i+1] == "s" || a[i+1] == "converged")
		if a[i] == b[i] || timed || sameOrder(a[i], b[i]) {
			same++
		}
	}
	return float64(same) / float64(max(len(a), len(b), 1))
}

// sameOrder tells whether two words are small numbers of about the same order.
func sameOrder(a, b string) bool {
	const small, order = 1e-3, 10
	x, e1 := strconv.ParseFloat(strings.Trim(a, "()"), 64)
	y, e2 := strconv.ParseFloat(strings.Trim(b, "()"), 64)
	return e1 == nil && e2 == nil && x < small && math.Abs(math.Log(x/y)) < math.Log(order)
}
