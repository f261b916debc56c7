package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// ask is a request.
type ask struct {
	ID int64  `json:"id"`
	Op string `json:"op"`
	// Keep is the name under which data, or what is prepared, are kept, until they are dropped.
	Keep string   `json:"keep"`
	Drop []string `json:"drop"`
	// Data and Prepared are names of what was kept.
	Data     string `json:"data"`
	Prepared string `json:"prepared"`
	// X is the form of the features in the arrays: x, or data, indices and indptr. The other arrays are y (row by row
	// where there are several outputs), weights, tasks, offset, event, query, and map for penalties of L w.
	X       *shape `json:"x"`
	Map     *shape `json:"map"`
	Outputs int    `json:"outputs"`
	// Options are the flags of the command fit by their names, as numbers, words, true and false, or lists of these.
	Options map[string]json.RawMessage `json:"options"`
	Given   words.Given                `json:"given"`
	Names   []string                   `json:"features"`

	Lambda  *float64  `json:"lambda"`
	Lambdas []float64 `json:"lambdas"` // of a path, falling
	Mus     []float64 `json:"mus"`     // as many, or none
	Folds   int       `json:"folds"`   // how many; or by the arrays train, train_ptr, test and test_ptr
	Events  float64   `json:"events"`  // seconds between events; 0 for none
	Target  int64     `json:"target"`  // of cancel: the request

	Machine machineAsk `json:"machine"` // of machine and expand
	Matrix  matrixAsk  `json:"matrix"`  // of matrix
	Args    []string   `json:"args"`    // of command: tag, parse, fold, graph or labels, and what stands behind

	Arrays []array `json:"arrays"`
}

// machineAsk says what machine is to be learnt, or, of expand, which it was.
type machineAsk struct {
	Loss      string   `json:"loss"`
	Parameter float64  `json:"parameter"`
	Kernels   []string `json:"kernels"` // none where the features are Gram matrices, side by side
	Lambda    float64  `json:"lambda"`
	Mu        float64  `json:"mu"`
	Norm      float64  `json:"norm"`
	Intercept bool     `json:"intercept"`
	Tol       float64  `json:"tol"`
	MaxIter   int      `json:"max_iter"`
}

// matrixAsk says which matrix is to be learnt of the features: kind is covariance, atoms, codes,
// separation or completion.
type matrixAsk struct {
	Kind          string  `json:"kind"`
	Lambda        float64 `json:"lambda"`
	Kappa         float64 `json:"kappa"`
	Atoms         int     `json:"atoms"`
	Passes        int     `json:"passes"`
	Seed          uint64  `json:"seed"`
	Positive      bool    `json:"positive"` // codes
	PositiveAtoms bool    `json:"positive_atoms"`
	Tol           float64 `json:"tol"`
	MaxIter       int     `json:"max_iter"`
	Rank          int     `json:"rank"`
	Share         bool    `json:"share"` // λ is a share of λ_max
}

// shape is the form of a matrix.
type shape struct {
	Format string `json:"format"` // dense, csr or csc
	Rows   int    `json:"rows"`
	Cols   int    `json:"cols"`
	Order  string `json:"order"` // of dense: C, by rows, or F
}

// held are data that are kept.
type held struct {
	fit.Data
	outputs int
	maps    []*mapping // which Data are views of
}

// matrix is a matrix of the arrays.
func (s shape) matrix(with arrays, dense string) (linalg.Map, error) {
	const most = 1 << 31
	if s.Rows < 0 || s.Cols < 0 || s.Rows >= most || s.Cols >= most {
		return nil, fmt.Errorf("a matrix of %d × %d", s.Rows, s.Cols)
	}
	if s.Format != "dense" {
		return s.sparse(with)
	}
	x := with.floats[dense]
	if len(x) != s.Rows*s.Cols {
		return nil, fmt.Errorf("array %s has %d entries, and the matrix is %d × %d", dense, len(x), s.Rows, s.Cols)
	}
	if s.Order == "F" && len(x) > 0 {
		out := make([]float64, len(x))
		linalg.Transpose(out, x, s.Cols, s.Rows)
		x = out
	}
	if x == nil {
		x = []float64{}
	}
	return linalg.NewDense(s.Rows, s.Cols, x), nil
}

// sparse is a matrix by rows or by columns.
func (s shape) sparse(with arrays) (linalg.Map, error) {
	if s.Format != "csr" && s.Format != "csc" {
		return nil, fmt.Errorf("the format %.40q is none of dense, csr and csc", s.Format)
	}
	values, index, ptr := with.floats["data"], with.ints["indices"], with.ints["indptr"]
	r, c := s.Rows, s.Cols
	if s.Format == "csc" {
		r, c = c, r
	}
	if err := checkSparse(r, c, ptr, index, len(values)); err != nil {
		return nil, err
	}
	col := make([]int32, len(index))
	for k, j := range index {
		col[k] = int32(j)
	}
	if s.Format == "csr" {
		return linalg.NewCSR(r, c, ptr, col, values), nil
	}
	return transposed(r, c, ptr, col, values), nil
}

// checkSparse says what is wrong with rows.
func checkSparse(r, c int, ptr, index []int, values int) error {
	if len(ptr) != r+1 || len(index) != values || ptr[0] != 0 || ptr[r] != values {
		return errors.New("the lengths of data, indices and indptr do not fit together")
	}
	for i := range r {
		if ptr[i] > ptr[i+1] || ptr[i+1] > values {
			return fmt.Errorf("indptr falls, or is too large, at %d", i+1)
		}
		last := -1
		for _, j := range index[ptr[i]:ptr[i+1]] {
			if j <= last || j >= c {
				return fmt.Errorf("indices must ascend and be less than %d: %d comes after %d in %d", c, j, last, i)
			}
			last = j
		}
	}
	return nil
}

// transposed are the c rows of a matrix that is given by r columns.
func transposed(r, c int, ptr []int, index []int32, values []float64) *linalg.CSR {
	out := make([]int, c+1)
	for _, j := range index {
		out[j+1]++
	}
	for j := range c {
		out[j+1] += out[j]
	}
	at, col, val := append([]int(nil), out[:c]...), make([]int32, len(index)), make([]float64, len(values))
	for i := range r {
		for k := ptr[i]; k < ptr[i+1]; k++ {
			j := index[k]
			col[at[j]], val[at[j]] = int32(i), values[k]
			at[j]++
		}
	}
	return linalg.NewCSR(c, r, out, col, val)
}

// data are those that are kept under a name, and over them what comes with the request.
func (a ask) over(kept *held, with arrays) (*held, error) {
	out := &held{outputs: 1}
	if kept != nil {
		*out = *kept
	}
	out.maps = append(out.maps[:len(out.maps):len(out.maps)], with.maps...)
	if a.X != nil {
		x, err := a.X.matrix(with, "x")
		if err != nil {
			return nil, err
		}
		out.X = x
	}
	if a.Outputs > 0 {
		out.outputs = a.Outputs
	}
	for name, to := range map[string]*[]float64{"y": &out.Y, "weights": &out.Weights, "offset": &out.Offset} {
		if v, given := with.floats[name]; given {
			*to = v
		}
	}
	for name, to := range map[string]*[]int64{"tasks": &out.Task, "query": &out.Query} {
		if v, given := with.ints[name]; given {
			*to = make([]int64, len(v))
			for i := range v {
				(*to)[i] = int64(v[i])
			}
		}
	}
	if v, given := with.ints["event"]; given {
		out.Event = make([]bool, len(v))
		for i := range v {
			out.Event[i] = v[i] != 0
		}
	}
	if a.Names != nil {
		out.FeatureNames = a.Names
	}
	if out.X == nil {
		return nil, errors.New("there are no features: neither data of a name nor x")
	}
	return out, nil
}

// linear gives the penalties their map.
func (a ask) linear(with arrays) (g words.Given, err error) {
	g = a.Given
	if a.Map == nil {
		return g, nil
	}
	if a.Map.Format != "dense" {
		return g, errors.New("the map is to be dense")
	}
	of, err := a.Map.matrix(with, "map")
	if err == nil {
		g.Map = linalg.ToCSR(of)
	}
	return g, err
}

// options are the flags as the command would have them.
func (a ask) options() (map[string][]string, error) {
	out := map[string][]string{}
	for name, raw := range a.Options {
		list := []json.RawMessage{raw}
		if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] == '[' {
			if err := json.Unmarshal(raw, &list); err != nil {
				return nil, fmt.Errorf("option %s: %w", name, err)
			}
		}
		for _, v := range list {
			text := string(v)
			if len(v) > 0 && v[0] == '"' {
				if err := json.Unmarshal(v, &text); err != nil {
					return nil, fmt.Errorf("option %s: %w", name, err)
				}
			}
			out[name] = append(out[name], text)
		}
	}
	return out, nil
}

// start is a model of the arrays coef and intercept; nil without.
func (with arrays) model(features, outputs int) *model.Linear {
	coef, given := with.floats["coef"]
	if !given {
		return nil
	}
	return &model.Linear{Features: features, Outputs: outputs, Weights: coef, Intercept: with.floats["intercept"]}
}
