package plan_test

import (
	"context"
	"fmt"
	"os"

	"github.com/proxlab/proxlab/reproduce/plan"
)

// Squares, and a sum that is begun when all of them are there. A second run in the same folder would find all done.
func ExampleAdd() {
	p := plan.New("squares", 1)
	var squares []*plan.Result[int]
	var before []plan.Dependency
	for i := range 5 {
		r := plan.Add(p, plan.Task{Key: i}, func(context.Context) (int, error) { return i * i, nil })
		squares, before = append(squares, r), append(before, r)
	}
	sum := plan.Add(p, plan.Task{Key: "sum", After: before}, func(context.Context) (int, error) {
		total := 0
		for _, v := range plan.Filled(squares) {
			total += v
		}
		return total, nil
	})
	folder, err := os.MkdirTemp("", "squares")
	if err == nil {
		err = p.Run(context.Background(), plan.Options{Folder: folder})
	}
	if err != nil {
		fmt.Println(err)
	}
	v, _ := sum.Get()
	fmt.Println(v, "by", p.Done(), "tasks;", os.RemoveAll(folder))
	// Output: 30 by 6 tasks; <nil>
}
