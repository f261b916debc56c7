package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// TestFitsTheTerminal: nothing that a command prints about itself, about claims or sets is wider than the terminal.
func TestFitsTheTerminal(t *testing.T) {
	sample, _, _ := call(t.Context(), "data", "sample")
	houses := filepath.Join(t.TempDir(), "houses.csv")
	if err := os.WriteFile(houses, []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	commands := [][]string{
		{"claims"}, {"claims", "--study", "sparsity", "--verdict", "fails"}, {"claims", "--claim", "D-S3"}, {"data", "list"},
		{"data", "info", "a9a"}, {"--help"}, {"--version"},
		strings.Fields("fit --data " + houses + " --target price --drop kind --penalty l1 --lambda 0.1max --intercept"),
		strings.Fields("fit --data " + houses + " --target price --drop kind --penalty l1 --path 4 --cv 3 --intercept"),
	}
	for _, c := range newRoot().Commands() {
		commands = append(commands, []string{c.Name(), "--help"})
		for _, sub := range c.Commands() {
			if sub.DisableFlagParsing { // --help is JupyterLab's
				continue
			}
			commands = append(commands, []string{c.Name(), sub.Name(), "--help"})
		}
	}
	for width, columns := range map[int]string{80: "80", 120: "120", 200: "200"} {
		t.Setenv("COLUMNS", columns)
		for _, c := range commands {
			out, stderr, code := call(t.Context(), c...)
			if code != 0 {
				t.Fatalf("%q: %s", c, stderr)
			}
			for line := range strings.Lines(out) {
				// A word may be longer, as a path or an address.
				if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width && len(strings.Fields(line)) > 2 {
					t.Errorf("%q at %d columns has %d: %s", c, width, n, line)
				}
			}
		}
	}
}

// TestCompletion completes values of flags and names of studies as a shell asks for them.
func TestCompletion(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"fit --loss hi": "hinge", "fit --penalty tr": "trace", "fit --data @a9": "@a9a:test",
		"claims --verdict fails,o": "fails,open",
		"claims --study spar":      "sparsity", "claims --claim D-S1": "D-S11", "reproduce trace": "tracenorm",
		"reproduce sparsity --scale p": "paper", "fit --solver prox": "proximal-newton",
	} {
		out, stderr, code := call(t.Context(), append([]string{cobra.ShellCompRequestCmd}, strings.Fields(words)...)...)
		if code != 0 || !strings.Contains("\n"+out, "\n"+want) {
			t.Errorf("%s: %q, not %q; %s", words, out, want, stderr)
		}
	}
}

// TestManualPages writes a page for each command.
func TestManualPages(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if _, stderr, code := call(t.Context(), "man", folder); code != 0 {
		t.Fatal(stderr)
	}
	page, err := os.ReadFile(filepath.Join(folder, "proxlab-fit.1"))
	if err != nil {
		t.Fatal(err)
	}
	if page := string(page); !strings.Contains(page, ".TH \"PROXLAB\"") || !strings.Contains(page, "penalty") {
		t.Errorf("%.300s", page)
	}
}
