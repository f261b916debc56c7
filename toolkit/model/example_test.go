package model_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// A model predicts, and is saved as JSON with a seal: a digit that changes in the file is found, and named.
func ExampleLinear() {
	m := &model.Linear{
		Loss: "logistic", Penalty: "l1", Link: model.Logit, Features: 2, Outputs: 1, Weights: []float64{2, -1},
		Labels: []float64{0, 1}, LabelNames: []string{"no", "yes"},
	}
	p, err := m.Predict(linalg.NewDense(2, 2, []float64{1, 0, 0, 3}), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, label := range p.Labels {
		fmt.Printf("%s with probability %.2f\n", m.LabelName(label), p.Probabilities.At(i, int(label)))
	}
	var file bytes.Buffer
	if err := m.Save(&file); err != nil {
		fmt.Println(err)
		return
	}
	_, err = model.LoadLinear(bytes.NewReader(bytes.Replace(file.Bytes(), []byte("[2,-1]"), []byte("[3,-1]"), 1)))
	fmt.Println(strings.Split(err.Error(), ";")[0])
	// Output:
	// yes with probability 0.88
	// no with probability 0.95
	// the linear model is damaged: by its seal these are not what was written: weights
}
