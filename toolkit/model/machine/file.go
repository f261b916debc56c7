package machine

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/proxlab/proxlab/toolkit/kernel/mixed"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/model/internal/container"
)

var kind = container.Kind{Name: "kernel machine", Version: 2, Oldest: 1} // 2 has sparse rows

// Format is the format of the files, on their first line.
var Format = kind.Head().Format

// file is the JSON object of a Model; behind it stand the numbers.
type file struct {
	container.Listed
	Head        jsontext.Value `json:"head"` // the file of the linear model
	Learnt      int            `json:"n"`
	Kernels     []string       `json:"kernels" model:"nullable"`
	Columns     []string       `json:"columns" model:"nullable"`
	TextColumns []string       `json:"text_columns" model:"nullable"`
	Texts       [][]string     `json:"texts" model:"nullable"`
	Count       int            `json:"count"` // of kernels
	Sparse      int            `json:"sparse_columns,omitempty" model:"optional"`
}

// arrays are the numbers of a model, of whose kernels there are so many, and so many columns of sparse rows.
func (m *Model) arrays(a *container.Arrays, kernels, columns int) {
	container.Array(a, "rows", &m.Rows)
	container.Array(a, "norms", &m.Norms)
	container.Array(a, "means", &m.Means)
	container.Array(a, "deviations", &m.Deviations)
	var x []float64
	if m.Support.X != nil {
		x = m.Support.X.Data
	}
	container.Array(a, "support", &x)
	if a.Reading() && len(m.Support.Columns) > 0 && a.Err() == nil {
		d := len(m.Support.Columns)
		if len(x) != d*len(m.Rows) {
			a.Fail(fmt.Errorf("%d numbers of %d examples in %d columns", len(x), len(m.Rows), d))
			return
		}
		m.Support.X = linalg.NewDense(len(m.Rows), d, x)
	}
	if columns > 0 {
		m.sparseRows(a, columns)
	}
	if a.Reading() {
		m.Alpha = make([]*linalg.Dense, kernels)
	}
	for j := range m.Alpha {
		container.Matrix(a, fmt.Sprintf("alpha %d", j+1), &m.Alpha[j], m.Head.Outputs, "outputs")
	}
}

// sparseRows are the numbers of the examples that support the machine where these are sparse.
func (m *Model) sparseRows(a *container.Arrays, columns int) {
	var begins []int64
	var s linalg.CSR
	if m.Support.Sparse != nil {
		s = *m.Support.Sparse
		for _, at := range s.Ptr {
			begins = append(begins, int64(at))
		}
	}
	container.Array(a, "begins", &begins)
	container.Array(a, "columns", &s.Col)
	container.Array(a, "values", &s.Val)
	if !a.Reading() || a.Err() != nil {
		return
	}
	s = linalg.CSR{R: len(m.Rows), C: columns, Col: s.Col, Val: s.Val}
	if len(begins) != s.R+1 || begins[0] != 0 || begins[s.R] != int64(len(s.Val)) || len(s.Col) != len(s.Val) {
		a.Fail(fmt.Errorf("%d begins and %d columns of %d numbers of %d sparse rows", len(begins), len(s.Col), len(s.Val),
			s.R))
		return
	}
	for i, at := range begins {
		s.Ptr = append(s.Ptr, int(at))
		if i > 0 && (at < begins[i-1] || !increasing(s.Col, begins[i-1], at, columns)) {
			a.Fail(fmt.Errorf("the columns of sparse row %d are not in order from 1 to %d", i, columns))
			return
		}
	}
	m.Support.Sparse = &s
}

// increasing tells whether columns from lo to hi are, and below d.
func increasing(columns []int32, lo, hi int64, d int) bool {
	last := int32(-1)
	for _, j := range columns[min(lo, int64(len(columns))):min(hi, int64(len(columns)))] {
		if j <= last || int(j) >= d {
			return false
		}
		last = j
	}
	return true
}

// Save writes the model: of the examples learnt from those alone that support it. What Load would refuse is an error.
func (m *Model) Save(w io.Writer) error {
	if err := m.check(); err != nil {
		return kind.Saving(err)
	}
	var head bytes.Buffer
	if err := m.Head.Save(&head); err != nil {
		return err
	}
	f := &file{
		Listed: container.Listed{Head: kind.Head()}, Head: jsontext.Value(bytes.TrimSpace(head.Bytes())),
		Learnt: m.Learnt, Kernels: m.Kernels, Columns: m.Support.Columns, TextColumns: m.Support.TextColumns,
		Texts: m.Support.Texts, Count: len(m.Alpha),
	}
	if f.Version = 1; m.Support.Sparse != nil {
		f.Version, f.Sparse = 2, m.Support.Sparse.C
	}
	return kind.Write(w, f, func(a *container.Arrays) { m.arrays(a, len(m.Alpha), f.Sparse) })
}

// Load reads what Save wrote. The error says what is wrong with a file that is none, is damaged, or is newer than this
// program.
func Load(r io.Reader) (*Model, error) {
	var f file
	a, err := kind.Open(r, &f)
	if err != nil {
		return nil, err
	}
	m := &Model{Learnt: f.Learnt, Kernels: f.Kernels}
	m.Support = mixed.Examples{Columns: f.Columns, TextColumns: f.TextColumns, Texts: f.Texts}
	if m.Head, err = model.LoadLinear(bytes.NewReader(f.Head)); err == nil && (f.Count < 1 || f.Count > 1<<16) {
		err = fmt.Errorf("%d kernels", f.Count)
	}
	if err == nil && (f.Sparse < 0 || (f.Sparse > 0) != (f.Version == 2) || f.Sparse > 0 && len(f.Columns) > 0) {
		err = fmt.Errorf("%d sparse columns and %d others in version %d", f.Sparse, len(f.Columns), f.Version)
	}
	if err == nil {
		m.arrays(a, f.Count, f.Sparse)
		err = a.End()
	}
	if err == nil {
		err = m.check()
	}
	if err != nil {
		return nil, kind.Damaged(err)
	}
	return m, nil
}

// check tests that the parts go together.
func (m *Model) check() error {
	n, d := len(m.Rows), len(m.Support.Columns)
	if m.Head == nil || len(m.Alpha) == 0 || len(m.Norms) != len(m.Alpha) {
		return fmt.Errorf("%d kernels with %d norms", len(m.Alpha), len(m.Norms))
	}
	if m.Kernels != nil && len(m.Kernels) != len(m.Alpha) {
		return fmt.Errorf("%d kernels by name and %d with coefficients", len(m.Kernels), len(m.Alpha))
	}
	if len(m.Means) != len(m.Deviations) || len(m.Means) > 0 && len(m.Means) != d {
		return fmt.Errorf("%d means and %d deviations of %d columns", len(m.Means), len(m.Deviations), d)
	}
	if m.Head.Features != m.Head.Outputs {
		return errors.New("its head is of another shape")
	}
	for j, alpha := range m.Alpha {
		if alpha.R != n || alpha.C != m.Head.Outputs || !(m.Norms[j] >= 0) {
			return fmt.Errorf("kernel %d has %d × %d coefficients for %d examples, and the norm %g", j+1, alpha.R, alpha.C, n,
				m.Norms[j])
		}
	}
	return m.checkSupport()
}

// checkSupport tests the examples that are kept.
func (m *Model) checkSupport() error {
	n := len(m.Rows)
	for k, i := range m.Rows {
		if i < 0 || i >= int64(m.Learnt) || k > 0 && i <= m.Rows[k-1] {
			return fmt.Errorf("example %d of those that support it is number %d of %d", k+1, i, m.Learnt)
		}
	}
	if s := m.Support.Sparse; s != nil && s.R != n {
		return fmt.Errorf("%d sparse rows of %d examples", s.R, n)
	}
	if len(m.Support.Texts) != len(m.Support.TextColumns) {
		return fmt.Errorf("%d columns of texts with %d names", len(m.Support.Texts), len(m.Support.TextColumns))
	}
	for _, texts := range m.Support.Texts {
		if len(texts) != n {
			return fmt.Errorf("%d texts of %d examples", len(texts), n)
		}
	}
	for _, word := range m.Kernels {
		if _, err := mixed.Parse(word, m.Support); err != nil {
			return err
		}
	}
	return container.Finite([]string{"norms", "means", "deviations"}, m.Norms, m.Means, m.Deviations)
}
