package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
	// A topic's table keeps its columns, underscores and lines, which leave room for the page's indent.
	const table = "\n  huber                        ½r² for r = |f − y| ≤ δ"
	for _, part := range []string{".TH \"PROXLAB\"", ".SH LOSSES", ".EX", table, "|w|_(i)"} {
		if !strings.Contains(string(page), part) {
			t.Errorf("no %q in the page of fit", part)
		}
	}
	_, blocks, _ := strings.Cut(string(page), ".EX\n")
	for block := range strings.SplitSeq(blocks, ".EX\n") {
		block, _, _ = strings.Cut(block, ".EE")
		for line := range strings.Lines(block) {
			if n := utf8.RuneCountInString(line); n > 74 && !strings.Contains(line, "proxlab fit") {
				t.Errorf("%d characters: %s", n, line)
			}
		}
	}
}

// TestTopics: help of fit is a screen, and each of its flags stands there or in one topic, which says it whole.
func TestTopics(t *testing.T) {
	t.Setenv("COLUMNS", "80")
	out, _, _ := call(t.Context(), "fit", "--help")
	if n := strings.Count(out, "\n"); n > 50 {
		t.Errorf("proxlab fit --help has %d lines", n)
	}
	root := newRoot()
	fit, _, err := root.Find([]string{"fit"})
	if err != nil {
		t.Fatal(err)
	}
	topics := map[string][]string{}
	for _, c := range root.Commands() {
		if !c.IsAdditionalHelpTopicCommand() {
			continue
		}
		out, stderr, code := call(t.Context(), "help", c.Name())
		if code != 0 || !strings.HasPrefix(out, strings.Fields(c.Long)[0]) {
			t.Errorf("help %s: exit code %d, %s%s", c.Name(), code, out, stderr)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			topics[f.Name] = append(topics[f.Name], c.Name())
			if !f.Hidden && !strings.Contains(out, " --"+f.Name+" ") {
				t.Errorf("help %s has no --%s", c.Name(), f.Name)
			}
		})
	}
	fit.Flags().VisitAll(func(f *pflag.Flag) {
		if of := topics[f.Name]; len(of) != 1 && !strings.Contains(out, " --"+f.Name+" ") {
			t.Errorf("--%s stands in topics %q, and not in the help of fit", f.Name, of)
		}
	})
}
