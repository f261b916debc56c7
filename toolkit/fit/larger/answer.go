package larger

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// model is that of a point.
func (p *Prepared) model(x []float64) *model.Linear {
	out := &model.Linear{
		Loss: check.NameOf(p.Loss), Penalty: check.NameOf(p.Penalty), Features: p.d, Outputs: p.k, Mu: p.Mu,
		Examples: p.n * (len(p.data.Targets) + 1),
		Weights:  append([]float64(nil), x[:p.d*p.k]...), Labels: p.labels, Tasks: p.tasks, Standardized: p.Standardize,
		FeatureNames: p.data.FeatureNames, Known: p.Loss, Method: Method, Why: whyBlocks,
		GapKind: model.DualityGap,
	}
	if p.data.LabelNames != nil {
		for _, l := range p.labels {
			out.LabelNames = append(out.LabelNames, p.data.LabelNames[int(l)])
		}
	}
	if l, ok := p.Loss.(loss.Linked); ok {
		out.Link = l.Link()
	}
	if l, ok := p.Loss.(loss.Parametric); ok {
		parameter := l.Parameter()
		out.Parameter = &parameter
	}
	for j, s := range p.source.scale {
		for t := range p.k {
			out.Weights[j*p.k+t] /= s
		}
	}
	if !p.Intercept {
		return out
	}
	centres := make([]float64, p.d+1)
	for j, m := range p.mean {
		centres[j] = -m
	}
	column := make([]float64, p.d+1)
	for t := range p.k {
		for j := range p.d {
			column[j] = out.Weights[j*p.k+t]
		}
		centres[p.d], column[p.d] = p.source.shift[t], 1
		out.Intercept = append(out.Intercept, vec.Dot2(x[p.d*p.k+t], centres, column))
	}
	return out
}

// reporting is what the objective may rise by where the intercept is rounded: see run.reporting.
func (p *Prepared) reporting(out *model.Linear) float64 {
	if p.mean == nil && floats.Norm(p.source.shift, 2) == 0 {
		return 0
	}
	var off, size float64
	for j, w := range out.Weights {
		if p.mean != nil {
			size += math.Abs(p.mean[j/p.k] * w)
		}
	}
	off = 0x1p-53*floats.Norm(out.Intercept, 1) + float64(p.d*p.d)*0x1p-105*size
	if curvature := p.loss.Bind([]float64{1}, nil).Curvature(); solver.Finite(curvature) {
		return curvature / 2 * off * off
	}
	return off
}
