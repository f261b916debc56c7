package newton

import (
	"runtime"

	"golang.org/x/sync/errgroup"
)

// factor computes the Cholesky factor of μI + Aᵀ diag(inv) A with inv = 1/(ξ/β + z/α), summed up in parallel over bands
// of its rows; ok is false where there is none.
func (ip *interiorPoint) factor() (ok bool) {
	for i := range ip.inv {
		ip.inv[i] = 1 / (ip.xi[i]/ip.beta[i] + ip.z[i]/ip.alpha[i])
	}
	d := ip.a.C
	clear(ip.normal.matrix)
	var g errgroup.Group
	bands := runtime.GOMAXPROCS(0)
	for band := range bands {
		g.Go(func() error {
			for i, v := range ip.inv {
				ip.a.AddOuter(ip.normal.matrix, d, v, i, band, bands)
			}
			return nil
		})
	}
	_ = g.Wait() // no band fails
	for j := range ip.ridged {
		ip.normal.matrix[j*d+j] += ip.mu
	}
	return ip.normal.factor()
}

// solve computes Δ for the right-hand sides rAZ of αz and rBXi of βξ. Eliminating the changes of ξ, z and β leaves
//
//	A Δw + D Δα = q,   μΔw − AᵀΔα = −μw + Aᵀα,      D = diag(ξ/β + z/α), A with rows y_i a_i,
//
// without μ where there is no ridge.
func (ip *interiorPoint) solve() {
	for i := range ip.y {
		infeasible := -(ip.at[i] + ip.xi[i] - 1 - ip.z[i])
		unbalanced := ip.c[i] - ip.alpha[i] - ip.beta[i]
		ip.q[i] = infeasible - (ip.rBXi[i]-ip.xi[i]*unbalanced)/ip.beta[i] + ip.rAZ[i]/ip.alpha[i]
	}
	clear(ip.rhs)
	for j, w := range ip.w[:ip.ridged] {
		ip.rhs[j] = -ip.mu * w
	}
	for i, y := range ip.y {
		ip.a.AddRow(ip.rhs, y*(ip.alpha[i]+ip.inv[i]*ip.q[i]), i)
	}
	copy(ip.dw, ip.rhs)
	ip.normal.solve(ip.dw)
	ip.margins(ip.aw, ip.dw)
	for i := range ip.y {
		unbalanced := ip.c[i] - ip.alpha[i] - ip.beta[i]
		ip.dal[i] = ip.inv[i] * (ip.q[i] - ip.aw[i])
		ip.dbeta[i] = unbalanced - ip.dal[i]
		ip.dz[i] = (ip.rAZ[i] - ip.z[i]*ip.dal[i]) / ip.alpha[i]
		ip.dxi[i] = (ip.rBXi[i] - ip.xi[i]*ip.dbeta[i]) / ip.beta[i]
	}
}

// margins writes y_i⟨a_i, w⟩ to dst.
func (ip *interiorPoint) margins(dst, w []float64) {
	for i, y := range ip.y {
		dst[i] = y * ip.a.DotRow(i, w)
	}
}
