//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// onPath puts this program on the path, by the name of the command.
func onPath(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(os.Args[0], filepath.Join(dir, "proxlab")); err != nil {
		t.Skip(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv(commandEnv, "1")
}

// listings are the blocks of code of a language in docs/clusters.md.
func listings(t *testing.T, language string) (out []string) {
	t.Helper()
	pattern := regexp.MustCompile("(?ms)^```" + language + "\n(.*?)^```")
	for _, m := range pattern.FindAllStringSubmatch(readDoc(t, "docs/clusters.md"), -1) {
		out = append(out, m[1])
	}
	return out
}

// TestShellLoop: the loop of docs/clusters.md, as it stands there, gives to the bit what one process does; killed on
// its way it goes on, and in its place Spark takes passes, where it is installed.
func TestShellLoop(t *testing.T) {
	loop, engines := listings(t, "sh")[0], listings(t, "python")
	if lines := strings.Count(loop, "\n"); lines > 30 {
		t.Errorf("the loop has %d lines", lines)
	}
	inParts(t)
	onPath(t)
	data := "--data parts/*.csv --target y --loss logistic --penalty l1 --lambda 0.05max --intercept"
	loop = strings.Replace(loop, "--target y", "--target kind --drop y --memory 64MB", 1) // names of this table
	run := func(loop string) (string, error) {
		said, err := exec.CommandContext(t.Context(), "sh", "-c", loop).CombinedOutput()
		return string(said), err
	}
	const last = "  k=$((k + 1))\n"
	if said, err := run(strings.Replace(loop, last, last+"  [ $k -lt 4 ] || exit 9\n", 1)); err == nil {
		t.Fatal("it was not stopped:", said)
	}
	if said, err := run(loop); err != nil {
		t.Fatal(err, said)
	}
	shell := learned(t, "model.json")
	words := strings.Fields("fit --memory 64MB --model one.json " + strings.Replace(data, "y ", "kind --drop y ", 1))
	if _, said, code := call(t.Context(), words...); code != 0 {
		t.Fatal(code, said)
	}
	if one := learned(t, "one.json"); !reflect.DeepEqual(shell, one) {
		t.Errorf("by the shell %v, in one process %v", shell, one)
	}
	if !long() || exec.CommandContext(t.Context(), "python3", "-c", "import pyspark").Run() != nil {
		return
	}
	if err := os.WriteFile("pass.py", []byte(engines[1]), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll("run"); err != nil {
		t.Fatal(err)
	}
	inner := regexp.MustCompile(`(?ms)^  for part.*?^  done\n`)
	if said, err := run(inner.ReplaceAllString(loop, "  python3 pass.py \"$$k\"\n")); err != nil {
		t.Fatal(err, said)
	}
	if spark := learned(t, "model.json"); !reflect.DeepEqual(shell, spark) {
		t.Errorf("by the shell %v, by Spark %v", shell, spark)
	}
}
