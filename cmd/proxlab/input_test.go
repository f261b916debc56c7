//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// piping runs the command as a process of its own, with a standard input.
func piping(t *testing.T, stdin, words string) (stdout, stderr string, code int) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], strings.Fields(words)...)
	var out, said bytes.Buffer
	c.Env, c.Stdin, c.Stdout, c.Stderr = append(os.Environ(), commandEnv+"=1"), strings.NewReader(stdin), &out, &said
	if err := c.Run(); c.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), said.String(), c.ProcessState.ExitCode()
}

// TestStandardInput: a fit and a prediction of the standard input are those of the file, whatever the format.
func TestStandardInput(t *testing.T) {
	t.Parallel()
	path := numbers(t, houses(t))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fit := "fit --target price --penalty l1 --lambda 0.1max --intercept --json --data "
	dir := t.TempDir()
	want, stderr, code := call(t.Context(), strings.Fields(fit+path+" --model "+dir+"/a.json")...)
	if code != 0 {
		t.Fatal(stderr)
	}
	got, stderr, code := piping(t, string(text), fit+"- --model "+dir+"/b.json")
	if code != 0 {
		t.Fatal(stderr)
	}
	a, b := decode(t, want)[0], decode(t, got)[0]
	a["seconds"] = b["seconds"]
	expect(t, b, a)
	predict := "predict --model " + dir + "/b.json --out - --data "
	want, _, _ = call(t.Context(), strings.Fields(predict+path)...)
	if got, stderr, code := piping(t, string(text), predict+"-"); code != 0 || got != want ||
		!strings.Contains(stderr, "standard input: 60 examples") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if _, stderr, code := piping(t, "a,price\n1,2\n3\n", fit+"-"); code != 1 ||
		!strings.Contains(stderr, "standard input:3") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if _, stderr, code := piping(t, "1 1:1\n", fit+"- --format parquet"); code != 2 ||
		!strings.Contains(stderr, "none of csv, tsv, svmlight") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	// columns without names, and no target, whose place the first feature takes: the stream is read twice
	_, stderr, code = piping(t, "5,1,2\n4,2,1\n13,3,5\n12,4,4\n", "fit --data - --target 1 --model "+dir+"/c.json")
	if code != 0 {
		t.Fatal(stderr)
	}
	got, stderr, code = piping(t, "1,2\n2,1\n", "predict --data - --out - --model "+dir+"/c.json")
	if code != 0 || strings.Count(got, "\n") != 3 || !strings.HasPrefix(got, "prediction\n") {
		t.Errorf("exit code %d: %q%q", code, got, stderr)
	}
}

// TestZeroBasedFit: weights are those of the same features counted from 1, and predict reads the indices of the model.
func TestZeroBasedFit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one := file(t, "one.svm", "1 1:1 2:1\n1 1:2 3:1\n2 2:3\n2 2:1 3:2\n1 1:1 3:-2\n")
	nil2 := file(t, "nil.svm", "1 0:1 1:1\n1 0:2 2:1\n2 1:3\n2 1:1 2:2\n1 0:1 2:-2\n")
	without := file(t, "without.svm", "2 1:3\n2 1:1 2:2\n") // the third and the fourth of nil2: no index is 0
	fit := "fit --loss logistic --penalty l1 --lambda 0.01max --json --model " + dir
	weights := map[string]string{}
	for model, data := range map[string]string{"/one.json": one, "/nil.json": nil2} {
		_, stderr, code := call(t.Context(), strings.Fields(fit+model+" --data "+data)...)
		if code != 0 || strings.Contains(stderr, "counted from 0") != (data == nil2) {
			t.Fatalf("%s: exit code %d: %s", data, code, stderr)
		}
		text, err := os.ReadFile(dir + model)
		if err != nil {
			t.Fatal(err)
		}
		weights[model] = string(text)[strings.Index(string(text), `"weights"`):strings.Index(string(text), `"tasks"`)]
	}
	if weights["/one.json"] != weights["/nil.json"] {
		t.Errorf("%v", weights)
	}
	predict := func(words string) string {
		stdout, stderr, code := call(t.Context(), strings.Fields("predict --out - "+words)...)
		if code != 0 {
			t.Errorf("%s: exit code %d: %s", words, code, stderr)
		}
		return stdout
	}
	all := strings.Split(predict("--model "+dir+"/nil.json --data "+nil2), "\n")
	some := strings.Split(predict("--model "+dir+"/nil.json --data "+without), "\n")
	if all[3] != some[1] || all[4] != some[2] {
		t.Errorf("indices without a 0: %q, among others %q", some, all)
	}
	asOne := strings.Split(predict("--zero-based=false --model "+dir+"/nil.json --data "+without), "\n")
	if asOne[1] == some[1] {
		t.Errorf("--zero-based=false changes nothing: %q", asOne)
	}
	named := filepath.Join(dir, "one.json")
	if said := strings.Split(predict("--zero-based --model "+named+" --data "+without), "\n"); said[1] != some[1] {
		t.Errorf("--zero-based: %q, not %q", said, some)
	}
}

// TestSeparator: a mark of one's own, and tab as a word, in fit and predict.
func TestSeparator(t *testing.T) {
	t.Parallel()
	for mark, char := range map[string]string{"|": "|", "tab": "\t", ";": ";"} {
		data := file(t, "a.txt", strings.ReplaceAll("a,b#y\n1,2#3\n2,2#5\n4,2#9\n", "#", char))
		model := filepath.Join(t.TempDir(), "m.json")
		stdout, stderr, code := call(t.Context(), "fit", "--data", data, "--separator", mark, "--target", "y",
			"--decimal", ",", "--model", model, "--json")
		if code != 0 {
			t.Fatal(mark, stderr)
		}
		expect(t, decode(t, stdout)[0], map[string]any{"n": 3., "d": 1.})
		if _, stderr, code = call(t.Context(), "predict", "--model", model, "--data", data, "--separator", mark,
			"--decimal", ","); code != 0 {
			t.Error(mark, stderr)
		}
	}
	if _, stderr, code := call(t.Context(), "fit", "--data", "a.csv", "--separator", "::"); code != 2 ||
		!strings.Contains(stderr, "one character is due") {
		t.Error(code, stderr)
	}
}

// TestParseStandardInput: trees from the standard input, learned from and found, are those of the file.
func TestParseStandardInput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	train, err := os.ReadFile(trainFile)
	if err != nil {
		t.Fatal(err)
	}
	test, err := os.ReadFile(testFile)
	if err != nil {
		t.Fatal(err)
	}
	const few = "parse train --bits 8 --rank-epochs 1 --epochs 1 --select 9 -o " // of 507 templates
	for name, saved := range map[string]string{trainFile: dir + "/a", "-": dir + "/b"} {
		if _, stderr, code := piping(t, string(train), few+saved+" "+name); code != 0 {
			t.Fatal(stderr)
		}
	}
	want, _, _ := piping(t, "", "parse predict "+dir+"/a "+testFile)
	got, stderr, code := piping(t, string(test), "parse predict "+dir+"/b -")
	if code != 0 || got != want || !strings.Contains(stderr, "standard input: 10 sentences") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if _, stderr, code := piping(t, "1\ta\n3\tb\n\n", "parse predict "+dir+"/b -"); code != 1 ||
		!strings.Contains(stderr, "standard input:2: field 1: word 3") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
