package arc

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// problem is ½⟨w, G w⟩ − ⟨b, w⟩ + Σ_g s_g‖w_g‖, w and its Newton step there.
type problem struct {
	gram, b, w, step []float64
	Objective
}

func draw(rng *rand.Rand, blocks []Block) (p problem) {
	size := blocks[len(blocks)-1].To
	x := linalg.NewDense(size+2, size, testproblems.Normal(rng, (size+2)*size, 1))
	p.gram, p.Blocks = linalg.GramOfColumns(x, nil), blocks
	p.b, p.w = testproblems.Normal(rng, size, 3), testproblems.Normal(rng, size, 1)
	hessian := slices.Clone(p.gram)
	p.Fall = slices.Clone(p.b)
	for i := range size {
		p.Fall[i] -= floats.Dot(p.gram[i*size:(i+1)*size], p.w)
	}
	for _, g := range blocks {
		norm := floats.Norm(p.w[g.From:g.To], 2)
		for i := g.From; i < g.To; i++ {
			p.Fall[i] -= g.Strength * p.w[i] / norm
			for j := g.From; j < g.To && g.To-g.From > 1; j++ {
				hessian[i*size+j] -= g.Strength * p.w[i] * p.w[j] / (norm * norm * norm)
				if i == j {
					hessian[i*size+j] += g.Strength / norm
				}
			}
		}
	}
	l := linalg.CholeskyOfGram(hessian, size)
	p.Row = func(i int) []float64 { return l.Row(i)[:i+1] }
	p.step = slices.Clone(p.Fall)
	linalg.SolveCholesky(l, p.step)
	return p
}

// value is the objective, summed up plainly.
func (p *problem) value(w []float64) (sum float64) {
	for i, v := range w {
		sum += v * (floats.Dot(p.gram[i*len(w):(i+1)*len(w)], w)/2 - p.b[i])
	}
	for _, g := range p.Blocks {
		sum += g.Strength * floats.Norm(w[g.From:g.To], 2)
	}
	return sum
}

// plainly walks along the arc by short parts of the step until the objective rises.
func (p *problem) plainly(parts float64) (w []float64) {
	w, d, passed := slices.Clone(p.w), slices.Clone(p.step), make([]bool, len(p.Blocks))
	for {
		next := slices.Clone(w)
		floats.AddScaled(next, 1/parts, d)
		for i, g := range p.Blocks {
			x, by := next[g.From:g.To], d[g.From:g.To]
			if passed[i] || floats.Dot(x, by) < 0 || floats.Dot(p.w[g.From:g.To], by) >= 0 {
				continue
			}
			passed[i] = true
			without := slices.Clone(next)
			if clear(without[g.From:g.To]); g.To-g.From == 1 || p.value(without) <= p.value(next) {
				next = without
				clear(by)
			}
		}
		if !(p.value(next) < p.value(w)) {
			return w
		}
		w = next
	}
}

func singles(rng *rand.Rand, n int) (out []Block) {
	for i := range n {
		out = append(out, Block{i, i + 1, 2 * rng.Float64()})
	}
	return out
}

// share makes the Gram matrix of the weights one of features, which outputs share, as each block is those of a feature.
func (p *problem) share(outputs int) {
	size, count := len(p.w), len(p.Blocks)
	m := make([]float64, count*count)
	for i := range count {
		for j := range count {
			m[i*count+j] = p.gram[i*outputs*size+j*outputs]
		}
	}
	for i := range size {
		row := p.gram[i*size : (i+1)*size]
		for j := range row {
			row[j] = 0
			if i%outputs == j%outputs {
				row[j] = m[i/outputs*count+j/outputs]
			}
		}
		p.Fall[i] = p.b[i] - floats.Dot(row, p.w)
	}
	for i, g := range p.Blocks {
		bend := g.Strength / floats.Norm(p.w[g.From:g.To], 2)
		floats.AddScaled(p.Fall[g.From:g.To], -bend, p.w[g.From:g.To])
		m[i*count+i] += bend
	}
	l := linalg.CholeskyOfGram(m, count)
	p.Outputs, p.Row = outputs, func(i int) []float64 { return l.Row(i)[:i+1] }
}

// TestSingles: with blocks of one weight the search ends where walking along the arc in short steps does.
func TestSingles(t *testing.T) {
	t.Parallel()
	zeros := 0
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 7))
		p := draw(rng, singles(rng, 8))
		got, want := p.Search(p.w, p.step), p.plainly(1e5)
		if off := floats.Distance(got, want, math.Inf(1)); !(off <= 1e-3) || p.value(got) > p.value(want)+1e-9 {
			t.Errorf("seed %d: %v, %g; by short steps %v, %g", seed, got, p.value(got), want, p.value(want))
		}
		for i := range got {
			switch {
			case got[i] == 0:
				zeros++
			case want[i] == 0:
				t.Errorf("seed %d: weight %d is %g, by short steps 0", seed, i, got[i])
			}
		}
	}
	if zeros < 50 {
		t.Errorf("only %d weights became 0", zeros)
	}
}

// TestBlocks: with larger ones, an unpenalized weight, and a block whose step leads straight through 0, it ends no
// higher than where it begins, and about as low as by short steps.
func TestBlocks(t *testing.T) {
	t.Parallel()
	zeros, better := 0, 0
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 8))
		p := draw(rng, []Block{{0, 3, 3}, {3, 5, 2}, {5, 6, 1}, {6, 7, 0}, {7, 11, 4}})
		if seed%2 == 0 {
			floats.ScaleTo(p.step[:3], -1.5, p.w[:3])
			floats.Scale(1e-3, p.step[3:])
		}
		got := p.Search(p.w, p.step)
		if floats.HasNaN(got) || p.value(got) > p.value(p.w)+1e-12 {
			t.Errorf("seed %d: from %g to %g", seed, p.value(p.w), p.value(got))
		}
		if seed%2 == 1 {
			want := p.value(p.plainly(1e4))
			if gain := p.value(p.w) - want; p.value(got) > want+0.01*gain {
				t.Errorf("seed %d: from %g to %g, by short steps to %g", seed, p.value(p.w), p.value(got), want)
			}
		}
		if floats.Norm(got[:3], 2) == 0 {
			zeros++
		}
		if p.value(got) < p.value(p.w) {
			better++
		}
	}
	if zeros < 10 || better < 40 {
		t.Errorf("%d blocks became 0, %d searches found something lower", zeros, better)
	}
}

// TestChange: what becoming 0 changes is the difference of two values, where outputs share their factor, too.
func TestChange(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 9))
	changes(t, draw(rng, []Block{{0, 3, 3}, {3, 5, 2}}))
	shared := draw(rng, []Block{{0, 3, 3}, {3, 6, 2}})
	shared.share(3)
	changes(t, shared)
}

func changes(t *testing.T, p problem) {
	t.Helper()
	size := len(p.w)
	numbers := func() []float64 { return make([]float64, size) }
	at := point{&p.Objective, p.w, slices.Clone(p.w), slices.Clone(p.step), numbers(), numbers()}
	p.add(at.ahead, 1, p.step, 0)
	floats.AddScaled(at.at, 0.3, at.direction)
	floats.AddScaled(at.way, 0.3, at.ahead)
	without := slices.Clone(at.at)
	clear(without[3:])
	got, want := at.change(p.Blocks[1]), p.value(without)-p.value(at.at)
	slope, bend := at.slope(0.1)
	here := func(t float64) float64 {
		return p.value(floats.AddScaledTo(numbers(), at.at, t, at.direction))
	}
	const h = 1e-4
	first, second := (here(0.1+h)-here(0.1-h))/(2*h), (here(0.1+h)-2*here(0.1)+here(0.1-h))/(h*h)
	for name, pair := range map[string][2]float64{"change": {got, want}, "slope": {slope, first}, "bend": {bend, second}} {
		if !(math.Abs(pair[0]-pair[1]) <= 1e-5*(1+math.Abs(pair[1]))) {
			t.Errorf("%s: %g, plainly %g", name, pair[0], pair[1])
		}
	}
}
