package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures/table"
)

// TestLongTables: of a long table the first rows are shown, and all others in one that a reader opens.
func TestLongTables(t *testing.T) {
	t.Parallel()
	for n, rest := range map[int]string{2: "", 16: "", 17: "the other 7 rows", 40: "the other 30 rows"} {
		x := table.Table{Columns: table.Columns(1, "row", "square", "same")}
		for k := range n {
			x.Rows = append(x.Rows, []string{fmt.Sprintf("row %d.", k), fmt.Sprint(k * k), "7"})
		}
		var b strings.Builder
		if err := x.HTML(&b); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		first, others, cut := strings.Cut(text, "<details")
		if cut != (rest != "") || !strings.Contains(others, rest) || cut && !strings.Contains(others, "<th>row</th>") {
			t.Errorf("%d rows:\n%s", n, text)
		}
		for k := range n {
			row := fmt.Sprintf("<td>row %d.</td>", k)
			if strings.Count(text, row) != 1 || strings.Contains(first, row) != (!cut || k < 10) {
				t.Errorf("%d rows, row %d:\n%s", n, k, text)
			}
		}
		if strings.Count(text, "same: 7.") != 1 {
			t.Errorf("%d rows: what all say is not said once", n)
		}
	}
}
