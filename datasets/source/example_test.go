package source_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
)

// A reader of a format of its own: lines are counted, and an error names the place.
func ExampleLines() {
	lines := source.NewLines(strings.NewReader("0.5\n1e3\n1,5\n"), "numbers.txt")
	var sum float64
	err := lines.Each(context.Background(), func(line []byte) error {
		v, ok := source.ParseNumber(line)
		if !ok {
			return lines.Fault(1, "%q: %s", line, source.NoNumber(line))
		}
		sum += v
		return nil
	})
	fmt.Println(sum)
	fmt.Println(err)
	// Output:
	// 1000.5
	// numbers.txt:3: field 1: "1,5": it has a comma: decimals have a point, thousands nothing
}
