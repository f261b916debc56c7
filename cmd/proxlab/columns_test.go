//go:build unix

package main

import (
	"os"
	"strings"
	"testing"
)

// TestFaultColumnsAreNoFiles: a column and a file may have one name.
func TestFaultColumnsAreNoFiles(t *testing.T) {
	data, _ := fitted(t)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("price", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	words := "fit --penalty l1 --lambda 1 --target price --data " + data + " --model price"
	if _, stderr, code := call(t.Context(), strings.Fields(words)...); code != 0 {
		t.Error(stderr)
	}
	words = "predict --target price --model price --data " + data + " --out price"
	_, stderr, code := call(t.Context(), strings.Fields(words)...)
	if code != 2 || !strings.Contains(stderr, "must end in .csv or .npy") {
		t.Error(stderr)
	}
	words = "predict --target price --model price --data " + data + " --out price.csv"
	if _, stderr, code := call(t.Context(), strings.Fields(words)...); code != 0 {
		t.Error(stderr)
	}
}
