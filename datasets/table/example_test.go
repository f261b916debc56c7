package table_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/datasets/table"
)

func ExampleEachRecord() {
	file := strings.NewReader("who,score\nann,3\nbob,x\n")
	heading := func(r table.Record) error { fmt.Println(r.Cells); return nil }
	err := table.EachRecord(context.Background(), file, "scores.csv", heading, func(r table.Record) error {
		score, err := r.Numbers(nil, 2)
		fmt.Println(r.Cells[0], score)
		return err
	})
	fmt.Println(err)
	// Output:
	// [who score]
	// ann [3]
	// bob []
	// scores.csv:3: field 2: "x" is no finite number
}
