package datasets_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestSparseTextThatIsDense reads a table as text of its numbers that are not 0: it is stored dense where these are
// many, and has the same numbers either way.
func TestSparseTextThatIsDense(t *testing.T) {
	t.Parallel()
	const rows, columns = 400, 200
	for every, dense := range map[int]bool{2: true, 3: true, 4: false} {
		var text strings.Builder
		for i := range rows {
			text.WriteString("1")
			for j := range columns {
				if (i+j)%every == 0 {
					fmt.Fprintf(&text, " %d:%d", j+1, 1+i*j)
				}
			}
			text.WriteString("\n")
		}
		f, err := datasets.ReadFrame(t.Context(), put(t, "table.svm", []byte(text.String())), datasets.FrameOptions{})
		if err != nil {
			t.Fatal(err)
		}
		x, is := f.X.(*linalg.Dense)
		if is != dense {
			t.Errorf("one number of %d is not 0, and the table is stored as %T", every, f.X)
		}
		for i := 0; is && i < rows*columns; i++ {
			row, column, want := i/columns, i%columns, 0.
			if (row+column)%every == 0 {
				want = float64(1 + row*column)
			}
			if x.Data[i] != want {
				t.Fatalf("entry %d, %d is %g and not %g", row, column, x.Data[i], want)
			}
		}
	}
}
