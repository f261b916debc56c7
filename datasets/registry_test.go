package datasets

import (
	"strings"
	"testing"
)

func TestRegistry(t *testing.T) {
	t.Parallel()
	for _, e := range All() {
		if got, err := Find(e.Name); err != nil || got.Name != e.Name {
			t.Errorf("%s: %v", e.Name, err)
		}
		if e.Title == "" || e.Licence == "" || e.Citation == "" || len(e.Files) == 0 {
			t.Errorf("%s: the entry is incomplete: %+v", e.Name, e)
		}
		for _, f := range e.Files {
			// The checksum of a set that was never at hand is not known.
			known := len(f.SHA256) == 64 || f.SHA256 == "" && f.URL != ""
			if strings.Count(f.Path, "/") != 1 || !known || f.URL == "" && e.HowTo == "" {
				t.Errorf("%s: the file is incomplete: %+v", e.Name, f)
			}
		}
	}
	if _, err := Find("nothing"); err == nil || !strings.Contains(err.Error(), "ocr") {
		t.Errorf("error %v does not list the sets", err)
	}
}
