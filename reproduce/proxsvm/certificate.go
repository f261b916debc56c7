package proxsvm

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// certificateResult is the course of the averaged iterate and of the dual bound.
type certificateResult struct {
	Source               datasets.Source
	Pass, Objective, Gap []float64
	Optimum              float64
	Excess               float64 // the most by which the distance to the optimum was beyond the gap, over all passes
	Reached              float64 // the first pass with a gap of at most accuracy; NaN for none
}

// Check tells whether all columns are of one length.
func (r certificateResult) Check() error {
	if n := len(r.Pass); n == 0 || len(r.Objective) != n || len(r.Gap) != n {
		return fmt.Errorf("%d passes, %d objectives and %d gaps", n, len(r.Objective), len(r.Gap))
	}
	return nil
}

// distance returns how far each objective is above the optimum.
func (r certificateResult) distance() []float64 {
	return reproduce.Each(r.Objective, func(o float64) float64 { return o - r.Optimum })
}

// accuracy is that of the certificate.
const accuracy = 2e-4

// certificatePasses returns the number of passes of the certificate, 3,000 at paper scale.
func certificatePasses(s reproduce.Scale) int {
	if s == reproduce.Paper {
		return 3000
	}
	return 100
}

// certificate plans a long run of Pegasos, in shuffled order.
func (w work) certificate() {
	if !w.Wants(tableCertificate) {
		return
	}
	n := certificatePasses(w.Scale)
	k := key{What: taskCertificate, Lambda: certified.lambda, Seed: w.Seed, Passes: n}
	task := add(w, k, taskCertificate, float64(n),
		func(ctx context.Context, d *dataset.Binary) (certificateResult, error) {
			return certificate(ctx, w.Seed, d, n)
		}).Checked(func(r certificateResult) error {
		if last(r.Pass) != float64(n) {
			return fmt.Errorf("%g passes, not %d", last(r.Pass), n)
		}
		return nil
	})
	w.Row(tableCertificate, w.id, func() (src datasets.Source, values reproduce.Values) {
		res, ok := task.Get()
		if !ok {
			return src, nil
		}
		return res.Source, certificateFields.Values(res)
	})
	w.Curves(func() []reproduce.Curve {
		res, ok := task.Get()
		if !ok {
			return nil
		}
		return []reproduce.Curve{{
			ID:      tableCertificate,
			Columns: []string{"pass", "duality gap", "distance to the optimum"},
			Values:  [][]float64{res.Pass, res.Gap, res.distance()},
		}}
	})
}

// certificate averages over the passes since the last power of two, primal and dual alike. It keeps every pass up to
// 100, and every 50th from then on.
func certificate(ctx context.Context, seed uint64, d *dataset.Binary, n int) (certificateResult, error) {
	res := certificateResult{Source: d.Source, Reached: math.NaN()}
	best, _, err := reference(ctx, d.Train, certified.lambda, 1e-10)
	if err != nil {
		return res, err
	}
	res.Optimum = best.Objective
	block := params.NewExplicit(0, d.Train.X, 1)
	model := params.NewModel([]params.Block{block})
	slopes, p := online.NewDualAverage(oracle(d.Train)), problem(d.Train, certified.lambda)
	game := online.Game{Params: model, Lambda: certified.lambda, Average: true, Shuffle: true, Seed: seed}
	bound, power := math.Inf(-1), 1
	for st, err := range (online.Subgradient{Game: game}).Iterations(ctx, slopes) {
		if err != nil {
			return res, err
		}
		bound = max(bound, slopes.Bound(p))
		objective := p.Objective(block.Averaged().Coefficients().Data)
		res.Excess = max(res.Excess, objective-res.Optimum-(objective-bound))
		if math.IsNaN(res.Reached) && objective-bound <= accuracy {
			res.Reached = float64(st.Iter)
		}
		if st.Iter <= 100 || st.Iter%50 == 0 {
			res.Pass = append(res.Pass, float64(st.Iter))
			res.Objective = append(res.Objective, objective)
			res.Gap = append(res.Gap, objective-bound)
		}
		if st.Iter == n {
			break
		}
		if st.Iter == 2*power {
			power *= 2
			slopes.Reset()
			model.StartAverage()
		}
	}
	return res, nil
}
