package fit_test

import (
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// bareHinge is a hinge loss of a user's own that tells nothing but what it must.
type bareHinge struct{ toolkit.Separable }

func (bareHinge) Bind(y, weights []float64) toolkit.Loss {
	return bareHinge{loss.Hinge{Y: y, Weights: weights}}
}

func TestLinearRefuses(t *testing.T) {
	t.Parallel()
	one := fit.Data{X: linalg.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6}), Y: []float64{1, 2, 1}}
	with := func(change func(d *fit.Data)) fit.Data {
		d := one
		change(&d)
		return d
	}
	for name, c := range map[string]struct {
		linear fit.Linear
		data   fit.Data
		says   string
	}{
		"no data":         {fit.Linear{}, fit.Data{}, "no examples"},
		"targets":         {fit.Linear{}, with(func(d *fit.Data) { d.Y = d.Y[:2] }), "2 targets"},
		"NaN":             {fit.Linear{}, with(func(d *fit.Data) { d.Y = []float64{1, math.NaN(), 2} }), "NaN"},
		"negative weight": {fit.Linear{}, with(func(d *fit.Data) { d.Weights = []float64{1, -1, 2} }), "weight of example 2"},
		"no weight":       {fit.Linear{}, with(func(d *fit.Data) { d.Weights = []float64{0, 0, 0} }), "all examples"},
		"one class": {fit.Linear{
			Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Lambda: 1,
		}, with(func(d *fit.Data) { d.Y = []float64{1, 1, 1} }), "two at least"},
		"three classes": {fit.Linear{
			Loss: loss.Hinge{}, Mu: 1,
		}, with(func(d *fit.Data) { d.Y = []float64{1, 2, 3} }), "multinomial"},
		"λ = 0":       {fit.Linear{Penalty: prox.L1{Lambda: 1}}, one, "must be positive"},
		"pair":        {fit.Linear{Loss: bareHinge{}, Penalty: prox.L1{Lambda: 1}, Lambda: 1}, one, "toolkit.MoreauEnvelope"},
		"no μ":        {fit.Linear{Loss: loss.Logistic{}}, one, "needs μ > 0"},
		"needs tasks": {fit.Linear{Penalty: prox.MultiTask{Lambda: 1}, Lambda: 1}, one, "needs several tasks"},
		"tasks": {fit.Linear{
			Penalty: prox.Overlap{Lambda: 1, Groups: prox.Groups{{0, 1}}}, Lambda: 1,
		}, with(func(d *fit.Data) { d.Task = []int64{1, 1, 2} }), "groups are of the features of one output"},
		"tasks, a feature in no group": {fit.Linear{
			Penalty: prox.L21{Lambda: 1, Groups: prox.Groups{{1}}}, Lambda: 1,
		}, with(func(d *fit.Data) { d.Task = []int64{1, 1, 2} }), "feature 1 is in none"},
		"no bounds":    {fit.Linear{Penalty: prox.Bounds{}}, one, "no bounds"},
		"empty bounds": {fit.Linear{Penalty: prox.Bounds{Lower: []float64{1}, Upper: []float64{0}}}, one, "nothing is"},
		"three bounds": {fit.Linear{Penalty: prox.Bounds{Lower: make([]float64, 3)}}, one, "3 bounds for 2 weights"},
		"γ":            {fit.Linear{Penalty: prox.MCP{Lambda: 1, Gamma: 1}, Lambda: 1}, one, "more than 1"},
		"a":            {fit.Linear{Penalty: prox.SCAD{Lambda: 1, A: 2}, Lambda: 1}, one, "more than 2"},
		"rising":       {fit.Linear{Penalty: prox.Slope{Lambda: 1, Weights: []float64{1, 2}}, Lambda: 1}, one, "must fall"},
		"line":         {fit.Linear{Penalty: prox.Fused{Lambda: 1, Mix: 2}, Lambda: 1}, one, "between 0 and 1"},
		"strength":     {fit.Linear{Penalty: prox.L1{Lambda: 0.5}, Lambda: 1}, one, "strength 1"},
		"no strength":  {fit.Linear{Penalty: prox.L1{}, Lambda: 1}, one, "strength 0"},
		"no groups":    {fit.Linear{Penalty: prox.L21{Lambda: 1}, Lambda: 1}, one, "needs groups"},
		"groups":       {fit.Linear{Penalty: prox.L21{Lambda: 1, Groups: prox.Groups{{0, 2}}}, Lambda: 1}, one, "0 to 1"},
		"groups overlap": {fit.Linear{
			Penalty: prox.L21{Lambda: 1, Groups: prox.Groups{{0, 1}, {1}}}, Lambda: 1,
		}, one, "coordinate 2 of 2 is in groups 1 and 2"},
		"method": {fit.Linear{
			Penalty: prox.L1{Lambda: 1}, Lambda: 1, Method: fit.NewtonCG,
		}, one, "those that do: coordinate-descent, proximal-newton, fista"},
		"mix": {fit.Linear{
			Penalty: prox.SparseGroup{Lambda: 1, Mix: 2, Groups: prox.Groups{{0}}}, Lambda: 1,
		}, one, "between 0 and 1"},
		"huge": {fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 1}, with(func(d *fit.Data) {
			d.X = linalg.NewDense(3, 1, []float64{1e300, 1e300, 1})
			d.Y = []float64{1e300, 1e300, 2}
		}), "scale"},
		"a start that fits not": {
			fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 1, Start: &model.Linear{Features: 3, Outputs: 1}}, one, "start",
		},
	} {
		_, err := c.linear.Fit(t.Context(), c.data)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
