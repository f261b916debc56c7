package kernels

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// blocks are a machine and weights of kernels.
type blocks struct {
	c         Machine
	data      Data
	eta       []float64
	exact     float64 // the part of the tolerance that machines are learnt to
	start     []float64
	certified bool // a machine is there whose weights have not been learnt from
	head      *model.Linear
	alphas    []*linalg.Dense // η_j α
	norms     []float64       // ‖f_j‖
}

// weigh takes the best η for the norms.
func (b *blocks) weigh() {
	p := b.c.Norm
	size := floats.Norm(b.norms, p)
	for j, s := range b.norms {
		if size > 0 {
			b.eta[j] = math.Pow(s/size, 2-p)
		}
	}
}
