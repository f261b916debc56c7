package fitting

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/proxlab/proxlab/datasets/generate"
)

// sold writes a table of house sales.
func sold(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	path := filepath.Join(t.TempDir(), "houses.csv")
	err := generate.WriteHouses(&b, 1)
	if err == nil {
		err = os.WriteFile(path, b.Bytes(), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// learnt writes data and a model of them.
func learnt(t *testing.T) (data, saved string) {
	t.Helper()
	data = sold(t)
	saved = filepath.Join(filepath.Dir(data), "model.json")
	cmd := NewFit(nil)
	cmd.SetArgs([]string{
		"--data", data, "--target", "price", "--drop", "kind", "--penalty", "l1", "--lambda", "0.1max", "--model", saved,
	})
	cmd.SetOut(&bytes.Buffer{})
	if err := cmd.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	return data, saved
}
