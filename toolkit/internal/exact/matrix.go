package exact

// matrix is a symmetric matrix, of which the lower half is kept: row i has the entries 0 … i.
type matrix [][]*Float

func newMatrix(n int) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = Zeros(i + 1)
	}
	return m
}

// dependent is the share of a diagonal entry that elimination leaves of rows that depend on those before: rounding.
const dependent = -320

// solve is x with Mx = b for a positive semidefinite matrix, which is lost, and some b in its range: by M = LDLᵀ,
// with 0 where a row depends on those before. Rows and columns may be scaled in any way.
func (m matrix) solve(b []*Float) []*Float {
	n, x, scratch := len(m), Zeros(len(m)), zero()
	kept := make([]bool, n)
	low := make([][]*Float, n) // rows of LD
	for i := range n {
		low[i] = Zeros(i)
		least := zero().SetMantExp(m[i][i], dependent)
		x[i].Set(b[i])
		for j := range i {
			if !kept[j] {
				m[i][j] = zero()
				continue
			}
			v := low[i][j].Set(m[i][j])
			for l := range j {
				if kept[l] {
					scratch.Neg(m[j][l])
					accumulate(v, low[i][l], scratch, scratch)
				}
			}
			m[i][j] = quo(v, m[j][j])
			scratch.Neg(m[i][j])
			m[i][i].Add(m[i][i], zero().Mul(scratch, v))
			x[i].Add(x[i], zero().Mul(scratch, x[j]))
		}
		kept[i] = m[i][i].Cmp(least) > 0
	}
	for i := n - 1; i >= 0; i-- {
		if !kept[i] {
			x[i] = zero()
			continue
		}
		x[i].Quo(x[i], m[i][i])
		for j := i + 1; j < n; j++ {
			if kept[j] {
				scratch.Neg(m[j][i])
				accumulate(x[i], scratch, x[j], scratch)
			}
		}
	}
	return x
}

// addOuter is M += s v vᵀ.
func (m matrix) addOuter(s *Float, v []*Float) {
	scratch, scaled := zero(), zero()
	for i, a := range v {
		if a.Sign() == 0 {
			continue
		}
		scaled.Mul(s, a)
		for j, b := range v[:i+1] {
			accumulate(m[i][j], scaled, b, scratch)
		}
	}
}

// sweeps is how many times Jacobi's method goes through all pairs at most: it squares what is off the diagonal.
const sweeps = 60

// eigen are the eigenvalues of a symmetric matrix, and its eigenvectors as rows: by Jacobi's method.
func (m matrix) eigen() (values []*Float, vectors [][]*Float) {
	n := len(m)
	a, v := make([][]*Float, n), make([][]*Float, n)
	most := zero()
	for i := range n {
		a[i], v[i] = Zeros(n), Zeros(n)
		v[i][i] = New(1)
		for j := range n {
			a[i][j].Set(m[max(i, j)][min(i, j)])
			most = larger(most, zero().Abs(a[i][j]))
		}
	}
	tiny := zero().SetMantExp(most, 8-Prec)
	for range sweeps {
		rotated := false
		for i := range n {
			for j := range i {
				if zero().Abs(a[i][j]).Cmp(tiny) > 0 {
					rotate(a, v, i, j)
					rotated = true
				}
			}
		}
		if !rotated {
			break
		}
	}
	values = make([]*Float, n)
	for i := range n {
		values[i] = a[i][i]
	}
	return values, v
}

// rotate makes a_ij 0: with θ = (a_jj − a_ii)/(2 a_ij) by the angle whose tangent is sign(θ)/(|θ| + √(θ² + 1)).
func rotate(a, v [][]*Float, i, j int) {
	one := New(1)
	theta := quo(sub(a[j][j], a[i][i]), zero().SetMantExp(a[i][j], 1))
	tangent := quo(one, add(zero().Abs(theta), sqrt(add(mul(theta, theta), one))))
	if theta.Sign() < 0 {
		tangent.Neg(tangent)
	}
	c := quo(one, sqrt(add(mul(tangent, tangent), one)))
	s := mul(c, tangent)
	turn := func(x, y *Float) {
		was := zero().Set(x)
		x.Sub(mul(c, x), mul(s, y))
		y.Add(mul(s, was), mul(c, y))
	}
	for l := range a {
		turn(a[l][i], a[l][j])
	}
	for l := range a {
		turn(a[i][l], a[j][l])
		turn(v[i][l], v[j][l])
	}
}

// topEigenvalue is an upper bound of the largest eigenvalue of a positive semidefinite n×n matrix, no more than n^(2⁻ᵐ)
// times as large, with m = 120: (tr M^(2ᵐ))^(2⁻ᵐ), the matrix divided by its trace and squared in turn.
func (m matrix) topEigenvalue() *Float {
	n := len(m)
	bound, full := zero(), make([][]*Float, n)
	for i := range n {
		full[i] = make([]*Float, n)
		for j := range n {
			full[i][j] = m[max(i, j)][min(i, j)]
		}
	}
	const squarings = 120
	for k := range squarings {
		trace := zero()
		for i := range n {
			trace.Add(trace, full[i][i])
		}
		if trace.Sign() <= 0 {
			return zero()
		}
		logarithm := Log(trace)
		bound.Add(bound, logarithm.SetMantExp(logarithm, -k))
		next := make([][]*Float, n)
		for i := range n {
			for j := range n {
				full[i][j] = quo(full[i][j], trace)
			}
		}
		for i := range n {
			next[i] = make([]*Float, n)
			for j := range n {
				next[i][j] = dot(full[i], full[j])
				if next[i][j].MantExp(nil) < -2*Prec { // sums of what is so far apart take long, and lose it
					next[i][j] = zero()
				}
			}
		}
		full = next
	}
	return Exp(add(bound, power(4-squarings))) // what is left is at most log n at 2⁻ᵐ
}
