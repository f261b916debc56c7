package array_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/datasets/array"
)

func ExampleReadSVMLight() {
	file := strings.NewReader("+1 1:0.5 3:2\n-1 2:1 # an example of the other class\n")
	e, err := array.ReadSVMLight(context.Background(), file, "a.svm", 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	columns, values := e.X.Row(0)
	fmt.Println(e.Y, e.X.R, e.X.C, columns, values)
	// Output: [1 -1] 2 3 [0 2] [0.5 2]
}

func ExampleReadMatrixMarket() {
	file := strings.NewReader("%%MatrixMarket matrix array real general\n2 2\n1\n3\n2\n4\n")
	m, err := array.ReadMatrixMarket(file, "a.mtx")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Dims())
	// Output: 2 2
}
