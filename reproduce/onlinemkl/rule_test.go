package onlinemkl

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// plain is Algorithm 3 as the paper writes it, in dual form and with nothing kept from round to round but the
// coefficients: f_k(i, c) = Σ_j A_k[j][c] K_k(i, j), and a matrix of transitions.
type plain struct {
	start, truth []int
	kernels      [][][]float64 // by source
	alpha        [][][]float64 // by source, letter and label
	transition   [][]float64
	learn        bool
	lambda       float64
}

const letterLabels = dataset.OCRLabels

func zeros(n int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, letterLabels)
	}
	return out
}

func newPlain(f *fold, r row, c float64) *plain {
	s := f.train.sequences
	m := &plain{start: s.Start, truth: s.Y, learn: r.learn, lambda: 1 / (c * float64(s.Len()))}
	m.transition = zeros(letterLabels)
	x := f.train.pixels
	for _, src := range r.sources {
		k := make([][]float64, len(s.Y))
		for i := range k {
			for j := range s.Y {
				k[i] = append(k[i], src.weight*src.of(f.h).OfDot(float64(x.Dot(i, x, j)), float64(x.Ones(i)), float64(x.Ones(j))))
			}
		}
		m.kernels, m.alpha = append(m.kernels, k), append(m.alpha, zeros(len(s.Y)))
	}
	return m
}

// scores returns f_k(i, ·) summed over k.
func (m *plain) scores(i int) []float64 {
	out := make([]float64, letterLabels)
	for k := range m.kernels {
		for j, a := range m.alpha[k] {
			for c := range out {
				out[c] += a[c] * m.kernels[k][i][j]
			}
		}
	}
	return out
}

// decode returns the labels of the largest score plus mistakes, the lowest labels from the end of the word backwards
// where there are several, with that score and that of the true labels.
func (m *plain) decode(word int) (guess []int, worst, right float64) {
	lo, hi := m.start[word], m.start[word+1]
	best, back := zeros(hi-lo), make([][]int, hi-lo)
	for t := range best {
		back[t] = make([]int, letterLabels)
		f := m.scores(lo + t)
		right += f[m.truth[lo+t]]
		if t > 0 {
			right += m.transition[m.truth[lo+t-1]][m.truth[lo+t]]
		}
		for c := range best[t] {
			if t > 0 {
				for b := range letterLabels {
					if at := back[t][c]; best[t-1][b]+m.transition[b][c] > best[t-1][at]+m.transition[at][c] {
						back[t][c] = b
					}
				}
				best[t][c] = best[t-1][back[t][c]] + m.transition[back[t][c]][c]
			}
			best[t][c] += f[c]
			if c != m.truth[lo+t] {
				best[t][c]++
			}
		}
	}
	guess = make([]int, hi-lo)
	for t := hi - lo - 1; t >= 0; t-- {
		if t == hi-lo-1 {
			guess[t] = slices.Index(best[t], slices.Max(best[t]))
			worst = best[t][guess[t]]
		} else {
			guess[t] = back[t+1][guess[t+1]]
		}
	}
	return guess, worst, right
}

// norms returns ‖θ_k‖ of the kernels and of the transitions, or of all together where nothing is learned.
func (m *plain) norms() (out []float64) {
	var all float64
	for k, a := range m.alpha {
		var sum float64
		for i := range a {
			for j := range a {
				for c := range letterLabels {
					sum += a[i][c] * m.kernels[k][i][j] * a[j][c]
				}
			}
		}
		all += sum
		out = append(out, math.Sqrt(max(0, sum)))
	}
	var sum float64
	for _, row := range m.transition {
		for _, v := range row {
			sum += v * v
		}
	}
	if out = append(out, math.Sqrt(sum)); m.learn {
		return out
	}
	return []float64{math.Sqrt(all + sum)}
}

// round takes a step at a word.
func (m *plain) round(word int, eta float64) {
	guess, _, _ := m.decode(word)
	lo := m.start[word]
	for t, g := range guess {
		for k := range m.alpha {
			m.alpha[k][lo+t][m.truth[lo+t]] += eta
			m.alpha[k][lo+t][g] -= eta
		}
		if t > 0 {
			m.transition[m.truth[lo+t-1]][m.truth[lo+t]] += eta
			m.transition[guess[t-1]][g] -= eta
		}
	}
	b := m.norms()
	// The minimizer of ½‖x − b‖² + (ηλ/2)(Σ x)² is max(0, b − τ) with τ = ηλ Σ x: by bisection.
	low, high := 0., eta*m.lambda*sum(b)
	left := func(tau float64) (out []float64) {
		for _, v := range b {
			out = append(out, max(0, v-tau))
		}
		return out
	}
	for range 200 {
		if mid := (low + high) / 2; eta*m.lambda*sum(left(mid)) > mid {
			low = mid
		} else {
			high = mid
		}
	}
	for k, v := range left(high) {
		ratio := 1.
		if b[k] > 0 {
			ratio = v / b[k]
		}
		for g, rows := range append(slices.Clone(m.alpha), m.transition) {
			if g == k || !m.learn {
				scale(rows, ratio)
			}
		}
	}
}

func scale(rows [][]float64, by float64) {
	for _, row := range rows {
		for c := range row {
			row[c] *= by
		}
	}
}

func sum(v []float64) (out float64) {
	for _, x := range v {
		out += x
	}
	return out
}

// objective returns (λ/2)(Σ‖θ_k‖)² + the mean loss.
func (m *plain) objective() float64 {
	total, words := 0., len(m.start)-1
	for w := range words {
		_, worst, right := m.decode(w)
		total += worst - right
	}
	norms := sum(m.norms())
	return m.lambda/2*norms*norms + total/float64(words)
}

// TestRuleByHand compares the objectives that the paper's rule goes by with those of the plain algorithm on a few
// words, and what is chosen by the rule, once at each C and for every C, with what follows from those.
func TestRuleByHand(t *testing.T) {
	t.Parallel()
	f := split(handwriting(t, 40, 10, 11), 0)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, id := range []string{"gaussian", "mkl-lb"} {
		r, p, cells := specOf(id), plan.New("rule", 1), results{}
		picks := make([]float64, len(grid))                        // by hand, at each C
		accuracy := map[float64][]float64{}                        // made up, by η0 and C
		lowest := slices.Repeat([]float64{math.Inf(1)}, len(grid)) // objectives
		for _, eta0 := range rates {
			learned := Learned{Eta0: eta0}
			for k, c := range grid {
				m := newPlain(f, r, c)
				words := len(m.start) - 1
				for round := range ruleEpochs * words {
					m.round(round%words, eta0/math.Sqrt(float64(round+1)))
				}
				at := m.objective()
				if at < lowest[k] {
					lowest[k], picks[k] = at, eta0
				}
				model, err := f.learn(t.Context(), job{row: r, variant: literal, c: c, eta0: eta0})
				if err != nil {
					t.Fatal(err)
				}
				if got := model.objective[ruleEpochs-1]; math.Abs(got-at) > 1e-9*at {
					t.Errorf("%s, C = %g, η0 = %g: objective %.12g, by hand %.12g", id, c, eta0, got, at)
				}
				learned.Objective = append(learned.Objective, model.objective)
				learned.Accuracy = append(learned.Accuracy, rng.Float64())
			}
			accuracy[eta0] = learned.Accuracy
			cells[cell{row: id, eta0: eta0}] = plan.Add(p, plan.Task{Key: eta0}, func(context.Context) (Learned, error) {
				return learned, nil
			})
		}
		if err := p.Run(t.Context(), plan.Options{Folder: t.TempDir()}); err != nil {
			t.Fatal(err)
		}
		if len(slices.Compact(slices.Sorted(slices.Values(picks)))) < 2 {
			t.Errorf("%s: the rule picks %v: the test does not tell the readings apart", id, picks)
		}
		var every float64
		for k, at := range grid {
			every = max(every, accuracy[picks[k]][k])
			ch, ok := cells.choose(ruleOnce(at), cell{row: id})
			if want := slices.Max(accuracy[picks[k]]); !ok || ch.Eta0 != picks[k] || ch.accuracy() != want {
				t.Errorf("%s, once at C = %g: η0 = %g and %g, by hand %g and %g", id, at, ch.Eta0, ch.accuracy(), picks[k], want)
			}
		}
		if ch, ok := cells.choose(ruleEvery(), cell{row: id}); !ok || ch.accuracy() != every {
			t.Errorf("%s, for every C: %g, by hand %g", id, ch.accuracy(), every)
		}
		once, err := f.byRule(t.Context(), job{row: r, variant: literal})
		if err != nil || once != picks[1] { // grid[1] is 1
			t.Errorf("%s: at C = 1 the rule picks %g, by hand %g, error %v", id, once, picks[1], err)
		}
	}
}

// TestRedrawn: every word is in one of ten folds of the old sizes, anew, and stays where it is in the file.
func TestRedrawn(t *testing.T) {
	t.Parallel()
	data := handwriting(t, 400, 10, 12)
	again, moved := redrawn(data, 1), 0
	sizes := map[int]int{}
	for i, w := range data.Words {
		sizes[w.Fold]++
		sizes[again.Words[i].Fold]--
		if w.Fold != again.Words[i].Fold {
			moved++
		}
		if again.Words[i].Start != w.Start || again.Words[i].End != w.End {
			t.Fatalf("word %d is another", i)
		}
	}
	for k, n := range sizes {
		if n != 0 {
			t.Errorf("fold %d has %d words fewer", k, n)
		}
	}
	if moved < 300 || moved > 390 { // 360 of 400, by chance
		t.Errorf("%d of %d words are in another fold", moved, len(data.Words))
	}
	if f, want := split(data, 13), len(again.InFolds(3)); len(f.train.words) != want || redrawn(data, 0) != data {
		t.Errorf("fold 13 trains on %d words, not %d", len(f.train.words), want)
	}
}
