package datasets_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/proxlab/proxlab/datasets"
)

func TestWhatIsAtHand(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(datasets.Env, dir)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	var missing *datasets.NotFoundError
	if _, err := datasets.AtHand("ocr"); !errors.As(err, &missing) {
		t.Errorf("without files: %v", err)
	}
	if kind, sums, err := datasets.Choose(datasets.Auto, "ocr"); kind != datasets.Synthetic || sums != "" || err != nil {
		t.Errorf("auto without files: %s %q %v", kind, sums, err)
	}
	if _, _, err := datasets.Choose(datasets.OnlyReal, "ocr"); !errors.As(err, &missing) {
		t.Errorf("real without files: %v", err)
	}
	e, err := datasets.Find("ocr")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range e.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, nil, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if kind, sums, err := datasets.Choose(datasets.Auto, "ocr"); kind != datasets.Real || len(sums) < 16 || err != nil {
		t.Errorf("auto with files: %s %q %v", kind, sums, err)
	}
	picture := filepath.Join(dir, "images-grey", "set12-02-house.png")
	if err := errors.Join(os.MkdirAll(filepath.Dir(picture), 0o777), os.WriteFile(picture, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if _, err := datasets.AtHand("images-grey"); !errors.As(err, &missing) {
		t.Errorf("one file of four: %v", err)
	}
	if sums, err := datasets.AtHand("images-grey", 1); len(sums) != 16 || err != nil {
		t.Errorf("that file alone: %q %v", sums, err)
	}
	if _, err := datasets.AtHand("none"); err == nil {
		t.Error("an unknown set is at hand")
	}
}
