package dictionary

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// groupsOf are the atoms of each group.
func groupsOf(p, size int) (groups [][]int) {
	for j := range p {
		if j%size == 0 {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], j)
	}
	return groups
}

// byGradient is the least P of a set by proximal gradient steps on what is left, by formulas; norms of groups beside.
func byGradient(x, d *linalg.Dense, groups [][]int, lambda float64, positive bool) (least float64) {
	a := linalg.NewDense(x.R, d.R, nil)
	curve := floats.Dot(d.Data, d.Data) // no less than the largest eigenvalue
	for range 4000 {
		grad := linalg.NewDense(x.R, d.R, nil)
		least = 0
		for i := range x.R {
			left := slices.Clone(x.Row(i))
			for j := range d.R {
				floats.AddScaled(left, -a.At(i, j), d.Row(j))
			}
			for j := range d.R {
				grad.Row(i)[j] = floats.Dot(left, d.Row(j))
			}
			least += floats.Dot(left, left) / 2
		}
		for _, g := range groups {
			var before, after float64
			for i := range x.R {
				for _, j := range g {
					before += a.At(i, j) * a.At(i, j)
					if a.Row(i)[j] += grad.At(i, j) / curve; positive {
						a.Row(i)[j] = max(0, a.At(i, j))
					}
					after += a.At(i, j) * a.At(i, j)
				}
			}
			least += lambda * math.Sqrt(before)
			for i := range x.R {
				for _, j := range g {
					a.Row(i)[j] *= max(0, 1-lambda/curve/math.Sqrt(after))
				}
			}
		}
	}
	return least
}

// TestGroupCodesAgainstGradient: sets of signals, groups of atoms, both, and what is left of either.
func TestGroupCodesAgainstGradient(t *testing.T) {
	t.Parallel()
	for _, c := range []Coder{
		{Lambda: 0.3, Group: 3}, {Lambda: 0.4, Together: 4}, {Lambda: 0.5, Group: 2, Together: 3},
		{Lambda: 0.3, Group: 3, Together: 2, Nonnegative: true},
	} {
		x, d := drawn(6, 11, 8, 10, 0.1, false)
		copy(d.Row(3), d.Row(5)) // atoms that are equal
		codes, err := c.Encode(t.Context(), d, x)
		if err != nil {
			t.Fatal(err)
		}
		var want float64
		step := max(1, c.Together)
		for i := 0; i < x.R; i += step {
			hi := min(x.R, i+step)
			of := linalg.NewDense(hi-i, x.C, x.Data[i*x.C:hi*x.C])
			want += byGradient(of, d, groupsOf(d.R, max(1, c.Group)), c.Lambda, c.Nonnegative) / float64(x.R)
		}
		if math.Abs(codes.Objective-want) > 1e-7 || !(codes.Gap > 0 && codes.Gap < 1e-8) {
			t.Errorf("%+v: P = %.10g, gap %.2g, by gradient steps %.10g", c, codes.Objective, codes.Gap, want)
		}
	}
}

// TestGreedyGroups: the first group is that most like the signals of a set, and fits are those of least squares.
func TestGreedyGroups(t *testing.T) {
	t.Parallel()
	const n, p, r, size = 9, 12, 2, 3
	x, d := drawn(7, n, 10, p, 0.3, false)
	codes, err := Coder{Greedy: true, Atoms: 2, Group: size, Together: r}.Encode(t.Context(), d, x)
	if err != nil || !math.IsNaN(codes.Gap) {
		t.Fatal(codes.Gap, err)
	}
	groups := groupsOf(p, size)
	var all float64
	for i := 0; i < n; i += r {
		hi := min(n, i+r)
		var taken []int
		left := linalg.NewDense(hi-i, x.C, slices.Clone(x.Data[i*x.C:hi*x.C]))
		for range 2 {
			best, most := -1, 0.
			for k, g := range groups {
				var sum float64
				for _, j := range g {
					for row := range left.R {
						v := floats.Dot(left.Row(row), d.Row(j))
						sum += v * v
					}
				}
				if sum > most && !slices.Contains(taken, g[0]) {
					best, most = k, sum
				}
			}
			taken = append(taken, groups[best]...)
			for row := range left.R {
				_, rest := leastSquares(t, d, taken, x.Row(i+row))
				copy(left.Row(row), rest)
			}
		}
		all += floats.Dot(left.Data, left.Data) / 2 / n
	}
	if math.Abs(all-codes.Objective) > 1e-10 {
		t.Errorf("½‖X − AD‖² = %.10g, by least squares %.10g", codes.Objective, all)
	}
}

// TestSparseAtoms: the projection is the nearest point of all that were drawn, and atoms that are sparse are found.
func TestSparseAtoms(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 5))
	c := Online{Sparse: 0.7}
	value := func(u []float64) float64 { return floats.Dot(u, u) + c.Sparse*floats.Norm(u, 1) }
	for range 20 {
		v, u := make([]float64, 4), make([]float64, 4)
		for k := range v {
			v[k] = 2 * rng.NormFloat64()
		}
		copy(u, v)
		c.into(u)
		if of := value(u); of > 1+1e-12 || of < 1-1e-9 && value(v) > 1 {
			t.Fatalf("the value is %g", of)
		}
		for range 300 {
			near := slices.Clone(u)
			for k := range near {
				near[k] += 0.1 * rng.NormFloat64()
			}
			if value(near) <= 1 && floats.Distance(near, v, 2) < floats.Distance(u, v, 2)-1e-9 {
				t.Fatalf("%v is nearer to %v than %v", near, v, u)
			}
		}
	}
	x, _ := drawn(3, 300, 12, 4, 0.05, false)
	nonzeros := func(sparse float64) (count int) {
		of := Online{Atoms: 4, Coder: Coder{Lambda: 0.05}, Sparse: sparse, Seed: 1}
		for s, err := range of.Iterations(t.Context(), x) {
			if err != nil {
				t.Fatal(err)
			}
			if s.Iter < 20 {
				continue
			}
			for _, v := range s.D.Data {
				if v != 0 {
					count++
				}
			}
			break
		}
		return count
	}
	if plain, few := nonzeros(0), nonzeros(5); plain != 48 || few > 40 {
		t.Errorf("%d numbers of atoms are not 0, and %d of sparse ones", plain, few)
	}
}
