package intervals_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/conformal"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/intervals"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// drawn are n examples of a line that no linear model meets, whose noise has heavy tails and grows along it.
func drawn(rng *rand.Rand, n int) fit.Data {
	x := linalg.NewDense(n, 3, nil)
	data := fit.Data{X: x, Y: make([]float64, n)}
	for i := range n {
		for j := range 3 {
			x.Row(i)[j] = rng.NormFloat64()
		}
		noise := rng.NormFloat64() / math.Sqrt(rng.Float64()+0.01)
		data.Y[i] = x.At(i, 0) + x.At(i, 1)*x.At(i, 1) + math.Abs(x.At(i, 0))*noise
	}
	return data
}

// learn is a model of some examples with intervals.
func learn(ctx context.Context, c fit.Linear, data fit.Data, way string) (*model.Linear, error) {
	at := choose.Strength{Lambda: c.Lambda, Mu: c.Mu}
	if way == conformal.Split {
		n := len(data.Y)
		var train, held []int
		for i := range n {
			if i%2 == 0 {
				held = append(held, i)
			} else {
				train = append(train, i)
			}
		}
		m, err := c.Fit(ctx, data.Pick(train))
		if err == nil {
			m.Conformal, err = intervals.Split(m, data.Pick(held))
		}
		return m, err
	}
	p, err := c.Prepare(data)
	if err != nil {
		return nil, err
	}
	m, err := p.Fit(ctx)
	if err != nil {
		return nil, err
	}
	folds := len(data.Y)
	if way == conformal.CrossPlus {
		folds = 5
	}
	dealt, err := choose.Split(p, choose.Splits{Folds: folds})
	if err == nil {
		m.Conformal, err = intervals.Cross(ctx, p, data, at, dealt)
	}
	return m, err
}

// TestCoverage: over data drawn anew, of a model that is wrong and noise that is not normal, the share of new targets
// within is the level for split – not less, nor more by 1/(n + 1), but for chance – and about that for the others,
// which promise 1 − 2α.
func TestCoverage(t *testing.T) {
	t.Parallel()
	const level, n, fresh = 0.8, 39, 40
	draws := 500
	if testing.Short() {
		draws = 150
	}
	for k, way := range conformal.Words() {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(5, uint64(k)))
			c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.1, Intercept: true}
			var mean, square float64
			for range draws {
				m, err := learn(t.Context(), c, drawn(rng, n), way)
				if err != nil {
					t.Fatal(err)
				}
				test := drawn(rng, fresh)
				low, high, err := intervals.Predict(m, test.X, nil, level)
				if err != nil {
					t.Fatal(err)
				}
				var within float64
				for i, y := range test.Y {
					if low[i] <= y && y <= high[i] {
						within += 1. / fresh
					}
				}
				mean += within / float64(draws)
				square += within * within / float64(draws)
			}
			chance := 4 * math.Sqrt((square-mean*mean)/float64(draws))
			most := level + 1./(n/2+1)
			if way != conformal.Split {
				most = level + 0.06
			}
			if mean < level-chance || mean > most+chance {
				t.Errorf("%.4f of the targets are within, not %.2f to %.4f (± %.4f)", mean, level, most, chance)
			}
		})
	}
}

// TestCrossIsTheDefinition: for counts with an offset, ends are those of models learnt by hand, in the unit of counts.
func TestCrossIsTheDefinition(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 1))
	data := drawn(rng, 20)
	for i := range data.Y {
		data.Offset = append(data.Offset, rng.Float64())
		data.Y[i] = math.Floor(math.Exp(data.Offset[i]) * 3 * rng.Float64())
	}
	c := fit.Linear{Loss: loss.Poisson{}, Mu: 0.1, Intercept: true, Tol: 1e-10}
	m, err := learn(t.Context(), c, data, conformal.JackknifePlus)
	if err != nil {
		t.Fatal(err)
	}
	if m.Conformal.Way != conformal.JackknifePlus {
		t.Fatal(m.Conformal.Way)
	}
	low, high, err := intervals.Predict(m, data.X, data.Offset, 0.75)
	if err != nil {
		t.Fatal(err)
	}
	at := data.Pick([]int{3})
	var lows, highs []float64
	for i := range data.Y {
		var rest []int
		for k := range data.Y {
			if k != i {
				rest = append(rest, k)
			}
		}
		of, err := c.Fit(t.Context(), data.Pick(rest))
		if err != nil {
			t.Fatal(err)
		}
		one := data.Pick([]int{i})
		own, _ := of.PredictWith(one.X, nil, one.Offset)
		there, _ := of.PredictWith(at.X, nil, at.Offset)
		e := math.Abs(data.Y[i] - own.Means.Data[0])
		lows, highs = append(lows, there.Means.Data[0]-e), append(highs, there.Means.Data[0]+e)
	}
	slices.Sort(lows)
	slices.Sort(highs)
	wantLow, wantHigh := lows[4], highs[15] // ⌊.25 · 21⌋ = 5, ⌈.75 · 21⌉ = 16
	if math.Abs(low[3]-wantLow) > 1e-6 || math.Abs(high[3]-wantHigh) > 1e-6 {
		t.Errorf("%g to %g, not %g to %g", low[3], high[3], wantLow, wantHigh)
	}
}

// TestRefuses: what has no intervals is named.
func TestRefuses(t *testing.T) {
	t.Parallel()
	data := drawn(rand.New(rand.NewPCG(3, 3)), 12)
	labels := data
	labels.Y = make([]float64, len(data.Y))
	for i := range labels.Y {
		labels.Y[i] = float64(i % 2)
	}
	weighted := data
	weighted.Weights = make([]float64, len(data.Y))
	for i := range weighted.Weights {
		weighted.Weights[i] = float64(1 + i%2)
	}
	for want, c := range map[string]struct {
		c    fit.Linear
		data fit.Data
	}{
		"predicts labels":      {fit.Linear{Loss: loss.Logistic{}, Mu: 1}, labels},
		"these have weights":   {fit.Linear{Mu: 1}, weighted},
		"cox loss are no targ": {fit.Linear{Loss: loss.Cox{}, Mu: 1}, labels},
	} {
		_, err := learn(t.Context(), c.c, c.data, conformal.CrossPlus)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	m, err := learn(t.Context(), fit.Linear{Mu: 1}, data, conformal.Split)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := intervals.Predict(m, data.X, nil, 1.5); err == nil {
		t.Error("level 1.5")
	}
	m.Conformal = nil
	if _, _, err := intervals.Predict(m, data.X, nil, 0.5); err == nil {
		t.Error("no intervals")
	}
	p, err := fit.Linear{Mu: 1}.Prepare(data)
	if err != nil {
		t.Fatal(err)
	}
	one := []choose.Fold{{Train: []int{0, 1, 2}, Test: []int{3}}}
	if _, err := intervals.Cross(t.Context(), p, data, choose.Strength{Mu: 1}, one); err == nil {
		t.Error("examples in no fold")
	}
	twice := []choose.Fold{one[0], one[0]}
	if _, err := intervals.Cross(t.Context(), p, data, choose.Strength{Mu: 1}, twice); err == nil {
		t.Error("an example in two folds")
	}
}

func ExampleCross() {
	ctx := context.Background()
	data := drawn(rand.New(rand.NewPCG(1, 1)), 200)
	p, _ := fit.Linear{Mu: 0.01, Intercept: true}.Prepare(data)
	m, _ := p.Fit(ctx)
	folds, _ := choose.Split(p, choose.Splits{Folds: 10})
	m.Conformal, _ = intervals.Cross(ctx, p, data, choose.Strength{Mu: p.Mu}, folds)
	fresh := drawn(rand.New(rand.NewPCG(1, 2)), 1000)
	low, high, _ := intervals.Predict(m, fresh.X, nil, 0.9)
	within := 0
	for i, y := range fresh.Y {
		if low[i] <= y && y <= high[i] {
			within++
		}
	}
	fmt.Println(m.Conformal.Way, len(m.Conformal.Errors), within > 870)
	// Output: cv+ 200 true
}
