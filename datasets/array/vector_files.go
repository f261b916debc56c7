package array

import (
	"fmt"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// ReadVector reads a column from a file of its own, a number for each of the examples of the file beside.
func ReadVector(beside, path string, examples int) ([]float64, error) {
	if !frame.IsVectorFile(path) {
		return nil, fmt.Errorf("%s: there is no column %q; a .npy or .mtx file may hold it", beside, path)
	}
	r, err := source.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if source.Extension(path) == ".npy" {
		a, err := readNPY(r, path, r.Intake)
		if err != nil {
			return nil, err
		}
		return a.vector(path, examples)
	}
	m, err := ReadMatrixMarket(r, path)
	if err != nil {
		return nil, err
	}
	rows, cols := m.Dims()
	if err := oneEach(path, rows, cols, examples); err != nil {
		return nil, err
	}
	return linalg.ToDense(m).Data, nil
}

// oneEach tests that a matrix has one number for each example.
func oneEach(path string, rows, cols, examples int) error {
	if rows != 1 && cols != 1 || max(rows, cols) != examples || min(rows, cols) != 1 {
		return fmt.Errorf("%s: it is %d × %d; one number for each of the %d examples is due", path, rows, cols, examples)
	}
	return nil
}
