package datasets

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOpenCoNLL(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.conllu")
	if err := os.WriteFile(path, []byte("1\tA\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	b, err := OpenCoNLL(t.Context(), path, "")
	if err != nil || b.Source.Kind != Unverified || b.Source.Name != path || len(b.Source.SHA256) != 64 {
		t.Errorf("%+v, %v", b, err)
	}
	_, err = OpenCoNLL(t.Context(), path, "x")
	if err == nil || !strings.Contains(err.Error(), `the format "x" is none of`) {
		t.Error(err)
	}
}
