package datasets_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
)

// TestDocumentsNameTheFormats: docs/data.md has a line for each format, and no others, as its row says.
// PROXLAB_DOCS=write writes them.
func TestDocumentsNameTheFormats(t *testing.T) {
	t.Parallel()
	const path, head = "../docs/data.md", "| format | name ends with | `--format` | target |\n| --- | --- | --- | --- |\n"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), head)
	got, after, ends := strings.Cut(rest, "\n\n")
	if !found || !ends {
		t.Fatalf("docs/data.md has no table with the head\n%s", head)
	}
	var want strings.Builder
	for _, f := range datasets.FormatTable() {
		ends := "`" + strings.Join(f.Ends, "`, `") + "`"
		fmt.Fprintf(&want, "| %s | %s | `%s` | %s |\n", f.Title, ends, f.Name, f.Target)
	}
	if os.Getenv("PROXLAB_DOCS") == "write" {
		if err := os.WriteFile(path, []byte(before+head+want.String()+"\n"+after), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got+"\n" != want.String() {
		t.Errorf("docs/data.md has other formats than there are: PROXLAB_DOCS=write go test ./datasets -run Documents "+
			"writes\n%s", want.String())
	}
}

// TestEndsAndMagicAreOfOneFormat: no two formats share the end of a name or their first bytes.
func TestEndsAndMagicAreOfOneFormat(t *testing.T) {
	t.Parallel()
	of := map[string]datasets.Format{}
	for _, f := range datasets.FormatTable() {
		marks := f.Ends
		if f.Magic != "" {
			marks = append(marks, f.Magic)
		}
		for _, mark := range marks {
			if other, twice := of[mark]; twice {
				t.Errorf("%q tells %s and %s", mark, other, f.Name)
			}
			of[mark] = f.Name
		}
	}
}
