//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// fitted writes data and a model of them.
func fitted(t *testing.T) (data, saved string) {
	t.Helper()
	data = numbers(t, houses(t))
	saved = filepath.Join(filepath.Dir(data), "model.json")
	words := "fit --data " + data + " --target price --penalty l1 --lambda 0.1max --model " + saved
	if _, stderr, code := call(t.Context(), strings.Fields(words)...); code != 0 {
		t.Fatal(stderr)
	}
	return data, saved
}

// TestFaultOutputsThatAreNoFiles: a device, a pipe and the standard output are written into.
func TestFaultOutputsThatAreNoFiles(t *testing.T) {
	t.Parallel()
	data, saved := fitted(t)
	predict := "predict --model " + saved + " --data " + data + " --out "
	pipe := filepath.Join(t.TempDir(), "pipe.csv")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip(err)
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(pipe) // what is missing shows below
		read <- string(text)
	}()
	if _, stderr, code := call(t.Context(), strings.Fields(predict+pipe)...); code != 0 {
		t.Fatal(stderr)
	}
	if text := <-read; strings.Count(text, "\n") != 61 {
		t.Errorf("%q came through the pipe", text)
	}
	for _, words := range []string{
		predict + "/dev/null",
		"fit --data " + data + " --target price --penalty l1 --lambda 1 --model /dev/null",
	} {
		if _, stderr, code := call(t.Context(), strings.Fields(words)...); code != 0 {
			t.Errorf("%s: %s", words, stderr)
		}
	}
	if info, err := os.Stat("/dev/null"); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		t.Fatal("/dev/null was replaced")
	}
	for what, open := range map[string]func() (*os.File, func() string){"a pipe": piped, "a file": filed(t)} {
		out, text := open()
		c := exec.CommandContext(t.Context(), os.Args[0], strings.Fields(predict+"/dev/stdout")...)
		c.Env, c.Stdout = append(os.Environ(), commandEnv+"=1"), out
		var said bytes.Buffer
		c.Stderr = &said
		err := errors.Join(c.Run(), out.Close())
		if got := text(); err != nil || strings.Count(got, "\n") != 61 || !strings.Contains(said.String(), "60 examples") {
			t.Errorf("/dev/stdout is %s: %q%q, error %v", what, got, said.String(), err)
		}
	}
}

func piped() (*os.File, func() string) {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	all := make(chan string)
	go func() {
		text, _ := io.ReadAll(r)
		all <- string(text)
	}()
	return w, func() string { return <-all }
}

func filed(t *testing.T) func() (*os.File, func() string) {
	return func() (*os.File, func() string) {
		path := filepath.Join(t.TempDir(), "stdout")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		return f, func() string {
			text, _ := os.ReadFile(path)
			return string(text)
		}
	}
}

// TestFaultOutputsAreCheckedFirst: what cannot be written, or is read, is refused before the data are read.
func TestFaultOutputsAreCheckedFirst(t *testing.T) {
	t.Parallel()
	data, saved := fitted(t)
	dir := t.TempDir()
	link, hard, ours := filepath.Join(dir, "link.csv"), filepath.Join(dir, "hard.json"), filepath.Join(dir, "x.npy")
	if err := errors.Join(os.Symlink(data, link), os.Link(saved, hard), os.WriteFile(ours, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(data)
	beforeModel, _ := os.ReadFile(saved)
	fit := "fit --penalty l1 --lambda 1 --target price --data "
	predict := "predict --data " + data + " --model " + saved + " --out "
	for _, c := range []struct {
		words string
		code  int
		says  string
	}{
		{fit + data + " --model " + data, 2, "is the file that --data reads"},
		{fit + link + " --model " + data, 2, "is the file that --data reads"},
		{fit + data + " --model " + link, 2, "is the file that --data reads"},
		{fit + data + " --model " + hard + " --warm " + saved, 2, "is the file that --warm reads"},
		{"fit --loss squared --data " + data + " --target " + ours + " --model " + ours, 2,
			"is the file that --target reads"},
		{predict + data, 2, "is the file that --data reads"},
		{predict + link, 2, "is the file that --data reads"},
		{fit + "gone.csv --model " + dir, 1, "it is a folder"},
		{fit + "gone.csv --model " + dir + "/no/model.json", 1, "no file can be made in the folder " + dir + "/no"},
		{fit + "gone.csv --model /proc/model.json", 1, "no file can be made in the folder /proc"},
		{fit + "gone.csv --figures /proc/figures", 1, "no file can be made in the folder /proc"},
		{fit + "gone.csv --figures " + data, 1, "--figures: "},
		{"predict --data gone.csv --model " + saved + " --out " + dir + "/no/p.csv", 1, "no file can be made"},
		{part + " --out /proc/out", 1, "--out: "},
	} {
		_, stderr, code := call(t.Context(), strings.Fields(c.words)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit code %d, not %d; it says %q, not %q", c.words, code, c.code, stderr, c.says)
		}
	}
	after, _ := os.ReadFile(data)
	afterModel, _ := os.ReadFile(saved)
	if !bytes.Equal(before, after) || !bytes.Equal(beforeModel, afterModel) {
		t.Error("an input was written over")
	}
}

// TestFaultLinkedOutputs: the link stays, and its target is replaced.
func TestFaultLinkedOutputs(t *testing.T) {
	t.Parallel()
	data, saved := fitted(t)
	link := filepath.Join(t.TempDir(), "link.csv")
	target := filepath.Join(t.TempDir(), "target.csv")
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	for range 2 { // not there before, and there
		words := "predict --data " + data + " --model " + saved + " --out " + link
		if _, stderr, code := call(t.Context(), strings.Fields(words)...); code != 0 {
			t.Fatal(stderr)
		}
		if to, err := os.Readlink(link); err != nil || to != target {
			t.Errorf("the link leads to %q, error %v", to, err)
		}
		if text, err := os.ReadFile(target); err != nil || bytes.Count(text, []byte("\n")) != 61 {
			t.Errorf("%q, error %v", text, err)
		}
	}
}

// TestFaultStdoutThatFails: output that is lost is an error, whoever prints it.
func TestFaultStdoutThatFails(t *testing.T) {
	t.Parallel()
	data, saved := fitted(t)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = full.Close() })
	for _, words := range []string{
		"--help", "data sample", "data list", "claims --json", "results",
		"fit --penalty l1 --lambda 1 --target price --data " + data,
		"fit --penalty l1 --lambda 1 --target price --json --data " + data,
		"fit --penalty l1 --lambda 0.001 --tol 1e-40 --target price --data " + data, // whose exit code would be 3
		"predict --out - --model " + saved + " --data " + data,
		"predict --model " + saved + " --data " + data,
		part + " --json --out " + t.TempDir(),
	} {
		c := exec.CommandContext(t.Context(), os.Args[0], strings.Fields(words)...)
		var said bytes.Buffer
		c.Env, c.Stdout, c.Stderr = append(os.Environ(), commandEnv+"=1"), full, &said
		if err := c.Run(); c.ProcessState.ExitCode() != 1 || !strings.Contains(said.String(), "no space left") {
			t.Errorf("%s: %v; it says %q", words, err, said.String())
		}
	}
	r, w, err := os.Pipe()
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), os.Args[0], "data", "sample")
	c.Env, c.Stdout = append(os.Environ(), commandEnv+"=1"), w
	if err := c.Run(); c.ProcessState.Success() {
		t.Errorf("a closed pipe: %v", err)
	}
}
