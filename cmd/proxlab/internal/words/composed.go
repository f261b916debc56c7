package words

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/features"
	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
)

// named is a penalty or a constraint that is called as it was given.
type named struct {
	toolkit.Proxable
	name string
}

// Terms are the penalty's.
func (g named) Terms(d int) (toolkit.Terms, bool) { return terms.Of(g.Proxable, d) }

// String is how it was given.
func (g named) String() string { return g.name }

// Make is the sum, nil for no penalty. One penalty alone is as it is.
func (p Penalties) Make(s structure) toolkit.Proxable {
	if _, _, single := p.Single(); single && !p.Mapped() {
		return p[0][0].Make(s)
	}
	var sum calculus.Sum
	for _, part := range p {
		var between calculus.InfimalConvolution
		for _, w := range part {
			between = append(between, w.make(s))
		}
		if len(between) == 1 {
			sum = append(sum, between[0])
		} else {
			sum = append(sum, between)
		}
	}
	return named{sum, p.String()}
}

// make is a penalty with its strength, of L w where it is, and in its shape.
func (w weighted) make(s structure) toolkit.Proxable {
	g := w.Make(s)
	if of, ok := g.(prox.Shaped); ok && s.outputs > 1 {
		g = of.WithShape(s.d, s.outputs)
	}
	if w.mapped {
		g = calculus.Composed{G: g, L: s.linear}
	}
	if w.strength != 1 {
		g = calculus.Scaled{C: w.strength, Of: g}
	}
	return g
}

// suits says which penalty is wrong with its weights.
func (p Penalties) suits(s structure) error {
	for w := range p.each {
		d, k := s.d, s.outputs
		if w.mapped {
			d, _ = s.linear.Dims()
		}
		of, ok := w.Make(s).(prox.Checked)
		if _, _, single := p.Single(); !ok || single && !w.mapped {
			continue // whoever solves checks
		}
		if err := of.Check(d, k); err != nil {
			return fmt.Errorf("--penalty %s: %s: %w", p, w.word, err)
		}
	}
	return nil
}

// loadMap reads --map.
func (f *StructureFlags) loadMap(ctx context.Context, d, outputs int) (linalg.Map, error) {
	if outputs > 1 {
		return nil, fmt.Errorf("--map %s: maps are of the weights of one output, and there are %d", f.Map, outputs)
	}
	if !frame.IsVectorFile(f.Map) {
		rows, err := features.LoadMap(ctx, f.Map, d)
		if err != nil {
			return nil, err
		}
		out := linalg.NewDense(len(rows), d, nil)
		for i, row := range rows {
			copy(out.Row(i), row)
		}
		return linalg.ToCSR(out), nil
	}
	m, err := array.LoadMatrix(ctx, f.Map)
	if err != nil {
		return nil, err
	}
	if r, c := m.Dims(); c != d || r == 0 {
		return nil, fmt.Errorf("--map %s is %d × %d: it must have a column for each of the %d features", f.Map, r, c, d)
	}
	out := linalg.ToCSR(m)
	if i, j, v, found := linalg.NotFinite(out); found {
		return nil, fmt.Errorf("--map %s: row %d, column %d is %g", f.Map, i+1, j+1, v)
	}
	return out, nil
}

// sizeOf is how many numbers the penalties that take a flag are of: those of L w where they are mapped.
func (p Penalties) sizeOf(flag string, s structure) (int, error) {
	var plain, mapped bool
	for w := range p.each {
		if w.has(flag) {
			plain, mapped = plain || !w.mapped, mapped || w.mapped
		}
	}
	if plain && mapped {
		return 0, fmt.Errorf("--%s cannot be both of w and of L w, as --penalty %s has it", flag, p)
	}
	if mapped {
		rows, _ := s.linear.Dims()
		return rows, nil
	}
	return s.d, nil
}

// constraints are the sets of --constraint, and of bounds where these are no part of the penalty.
func (f *StructureFlags) constraints(p Penalties, s structure, n names) (out []toolkit.Proxable, err error) {
	if s.bounded() && f.Constrains(p) {
		name := "bounds"
		if f.Nonnegative {
			name = "nonnegative"
		}
		out = append(out, bounds{sets.Box{Lower: s.lower, Upper: s.upper}, name})
	}
	for _, text := range f.Constraints {
		rows, err := constraintRows(text, n)
		if err != nil {
			return nil, err
		}
		if len(rows) > 0 {
			out = append(out, named{polyhedron(rows, s.d, s.outputs), text})
		}
	}
	return out, nil
}

// bounds are a box that is called so.
type bounds struct {
	sets.Box
	name string
}

// String is the name.
func (b bounds) String() string { return b.name }

// polyhedron are rows of the weights of each of k outputs: a box behind a map.
func polyhedron(rows []row, d, k int) toolkit.Proxable {
	ptr, col, val := []int{0}, []int32{}, []float64{}
	var box sets.Box
	for _, r := range rows {
		for t := range k {
			for j := range d {
				if v := r.of[j]; v != 0 {
					col, val = append(col, int32(j*k+t)), append(val, v)
				}
			}
			ptr = append(ptr, len(val))
			box.Lower, box.Upper = append(box.Lower, r.lo), append(box.Upper, r.hi)
		}
	}
	return calculus.Composed{G: box, L: linalg.NewCSR(len(rows)*k, d*k, ptr, col, val)}
}
