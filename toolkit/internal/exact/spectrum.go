package exact

// spectrum is what is known of the smoothed trace norm at W,
//
//	φ(W) = min_Q ½λ(tr WQ⁻¹Wᵀ + tr Q) − τ log det Q,
//
// whose best Q has the eigenvectors v_i of WᵀW and the eigenvalues q_i = s + √(s² + σ_i²), s = τ/λ.
type spectrum struct {
	values  []*Float // σ_i²
	vectors [][]*Float
	q       []*Float
	wide    [][]*Float // W v_i
	z       []*Float   // ∇φ/λ = WQ⁻¹, of norm below 1
}

func (p *Problem) spectrum(w []*Float, tau *Float) *spectrum {
	k := p.Outputs
	r := &spectrum{z: Zeros(len(w))}
	r.values, r.vectors = p.gram(w).eigen()
	s, scratch := quo(tau, p.Trace), zero()
	for i, v := range r.values {
		if v.Sign() < 0 {
			v.SetInt64(0)
		}
		r.q = append(r.q, add(s, sqrt(add(mul(s, s), v))))
		r.wide = append(r.wide, nil)
		for j := 0; j < len(w); j += k {
			along := dot(w[j:j+k], r.vectors[i])
			r.wide[i] = append(r.wide[i], along)
			share := quo(along, r.q[i])
			for c := range k {
				accumulate(r.z[j+c], share, r.vectors[i][c], scratch)
			}
		}
	}
	return r
}

// addSpectral adds ∇²φ: that in W and Q, λ tr(dW Q⁻¹ dWᵀ) and the terms of dQ, minimized over each entry of dQ in the
// basis of the eigenvectors.
func (p *Problem) addSpectral(m matrix, r *spectrum, tau *Float) {
	k, d, scratch := p.Outputs, len(p.X[0]), zero()
	for i, q := range r.q {
		inverse := quo(p.Trace, q)
		for a := range k {
			for b := range k {
				share := mul(inverse, mul(r.vectors[i][a], r.vectors[i][b]))
				for j := 0; j < d && b <= a; j++ {
					m[j*k+a][j*k+b].Add(m[j*k+a][j*k+b], share)
				}
			}
		}
		for l := range i + 1 {
			ql := r.q[l]
			product := mul(q, ql)
			curvature := add(quo(r.values[i], q), quo(r.values[l], ql))
			curvature.Quo(mul(p.Trace, curvature), product)
			curvature.Add(curvature, quo(zero().SetMantExp(tau, 1), product))
			along := Zeros(p.size())
			for j := range d {
				for c := range k {
					accumulate(along[j*k+c], r.wide[i][j], r.vectors[l][c], scratch)
					accumulate(along[j*k+c], r.wide[l][j], r.vectors[i][c], scratch)
				}
			}
			factor := quo(p.Trace, product)
			weight := quo(mul(factor, factor), curvature)
			if i == l { // both orders are one entry
				weight = half(weight)
			}
			m.addOuter(weight.Neg(weight), along)
		}
	}
}
