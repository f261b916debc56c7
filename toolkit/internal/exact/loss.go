package exact

// Loss is the ℓ_i of n examples. Value is ℓ_i(f). Slopes are those of ℓ_i smoothed by s ≥ 0, where it has kinks, and
// their derivatives, the lower half of an m×m matrix. Conjugate is ℓ_i*(u); ok is false where it is +∞.
type Loss interface {
	Value(i int, f []*Float) *Float
	Slopes(i int, f []*Float, s *Float) (u []*Float, h matrix)
	Conjugate(i int, u []*Float) (value *Float, ok bool)
	Kinks() bool
}

// one is a slope and its derivative, of one output.
func one(u, h *Float) ([]*Float, matrix) { return []*Float{u}, matrix{{h}} }

type smooth struct{}

func (smooth) Kinks() bool { return false }

// Squared is ½‖f − y_i‖².
type Squared struct {
	smooth
	Y [][]*Float
}

func (l Squared) residual(i int, f []*Float) []*Float {
	r := make([]*Float, len(f))
	for c := range f {
		r[c] = sub(f[c], l.Y[i][c])
	}
	return r
}

// Value is ½‖f − y_i‖².
func (l Squared) Value(i int, f []*Float) *Float {
	r := l.residual(i, f)
	return half(dot(r, r))
}

// Slopes are f − y_i.
func (l Squared) Slopes(i int, f []*Float, _ *Float) ([]*Float, matrix) {
	h := newMatrix(len(f))
	for c := range h {
		h[c][c] = New(1)
	}
	return l.residual(i, f), h
}

// Conjugate is ½‖u‖² + ⟨u, y_i⟩.
func (l Squared) Conjugate(i int, u []*Float) (*Float, bool) {
	return add(half(dot(u, u)), dot(u, l.Y[i])), true
}

// signed is a loss of the margin m = y f, for labels of −1 and +1.
type signed []int

func (y signed) times(i int, v *Float) *Float {
	if y[i] < 0 {
		return neg(v)
	}
	return v
}

// Logistic is log(1 + e^(−m)).
type Logistic struct {
	smooth
	Y []int
}

// Value is log(1 + e^(−m)).
func (l Logistic) Value(i int, f []*Float) *Float {
	m := signed(l.Y).times(i, f[0])
	value := Log(add(New(1), Exp(neg(zero().Abs(m)))))
	if m.Sign() < 0 {
		value.Sub(value, m)
	}
	return value
}

// Slopes are −y a with a = 1/(1 + e^m), and a(1 − a).
func (l Logistic) Slopes(i int, f []*Float, _ *Float) ([]*Float, matrix) {
	m := signed(l.Y).times(i, f[0])
	e := Exp(neg(zero().Abs(m)))
	large := quo(New(1), add(New(1), e))
	small := mul(large, e)
	a := large
	if m.Sign() > 0 {
		a = small
	}
	return one(signed(l.Y).times(i, neg(a)), mul(large, small))
}

// Conjugate is a log a + (1 − a) log(1 − a) with a = −y u.
func (l Logistic) Conjugate(i int, u []*Float) (*Float, bool) {
	a := signed(l.Y).times(i, neg(u[0]))
	return negativeEntropy(a, sub(New(1), a))
}

// negativeEntropy is Σ p log p.
func negativeEntropy(p ...*Float) (*Float, bool) {
	sum := zero()
	for _, v := range p {
		switch v.Sign() {
		case -1:
			return nil, false
		case 1:
			sum.Add(sum, mul(v, Log(v)))
		}
	}
	return sum, true
}

// Exponential is e^(−m).
type Exponential struct {
	smooth
	Y []int
}

// Value is e^(−m).
func (l Exponential) Value(i int, f []*Float) *Float { return Exp(neg(signed(l.Y).times(i, f[0]))) }

// Slopes are −y e^(−m) and e^(−m).
func (l Exponential) Slopes(i int, f []*Float, _ *Float) ([]*Float, matrix) {
	e := l.Value(i, f)
	return one(signed(l.Y).times(i, neg(e)), e)
}

// Conjugate is a log a − a with a = −y u.
func (l Exponential) Conjugate(i int, u []*Float) (*Float, bool) {
	a := signed(l.Y).times(i, neg(u[0]))
	value, ok := negativeEntropy(a)
	if ok {
		value.Sub(value, a)
	}
	return value, ok
}

// Hinge is max(0, 1 − m).
type Hinge struct{ Y []int }

// Kinks is true.
func (Hinge) Kinks() bool { return true }

// Value is max(0, 1 − m).
func (l Hinge) Value(i int, f []*Float) *Float {
	return larger(zero(), sub(New(1), signed(l.Y).times(i, f[0])))
}

// Slopes are those of min ξ − s log ξ − s log(ξ − v) over ξ > max(0, v), v = 1 − m: with q = √(v² + 4s²) that is
// ξ = (v + 2s + q)/2, and the derivative by v is s/(ξ − v) = 1 − s/ξ.
func (l Hinge) Slopes(i int, f []*Float, s *Float) ([]*Float, matrix) {
	v := sub(New(1), signed(l.Y).times(i, f[0]))
	q := sqrt(add(mul(v, v), zero().SetMantExp(mul(s, s), 2)))
	x := half(add(add(zero().Abs(v), q), zero().SetMantExp(s, 1))) // the larger of ξ and ξ − v
	share := quo(s, x)
	h := half(mul(quo(share, x), quo(add(zero().Abs(v), q), q)))
	if v.Sign() > 0 {
		share = sub(New(1), share)
	}
	return one(signed(l.Y).times(i, neg(share)), h)
}

// Conjugate is −a for a = −y u in [0, 1].
func (l Hinge) Conjugate(i int, u []*Float) (*Float, bool) {
	a := signed(l.Y).times(i, neg(u[0]))
	return neg(a), a.Sign() >= 0 && a.Cmp(New(1)) <= 0
}

// Multinomial is log Σ_c e^(f_c) − f_y.
type Multinomial struct {
	smooth
	Y []int
}

// softmax is e^(f_c − top), their sum, and top.
func softmax(f []*Float) (e []*Float, sum, top *Float) {
	top, sum = f[0], zero()
	for _, v := range f {
		top = larger(top, v)
	}
	e = make([]*Float, len(f))
	for c, v := range f {
		e[c] = Exp(sub(v, top))
		sum.Add(sum, e[c])
	}
	return e, sum, top
}

// Value is log Σ_c e^(f_c) − f_y.
func (l Multinomial) Value(i int, f []*Float) *Float {
	_, sum, top := softmax(f)
	return add(Log(sum), sub(top, f[l.Y[i]]))
}

// Slopes are p − e_y and diag(p) − ppᵀ with p = softmax(f).
func (l Multinomial) Slopes(i int, f []*Float, _ *Float) ([]*Float, matrix) {
	p, sum, _ := softmax(f)
	h := newMatrix(len(p))
	for c := range p {
		p[c].Quo(p[c], sum)
		h[c][c].Set(p[c])
	}
	h.addOuter(New(-1), p)
	p[l.Y[i]] = sub(p[l.Y[i]], New(1))
	return p, h
}

// onSimplex is how far rounding may move the sum of probabilities from 1.
const onSimplex = 32 - Prec

// Conjugate is Σ_c p_c log p_c at p = u + e_y.
func (l Multinomial) Conjugate(i int, u []*Float) (*Float, bool) {
	p, sum := append([]*Float(nil), u...), New(-1)
	p[l.Y[i]] = add(p[l.Y[i]], New(1))
	for _, v := range p {
		sum.Add(sum, v)
	}
	if sum.Abs(sum).Cmp(power(onSimplex)) > 0 {
		return nil, false
	}
	return negativeEntropy(p...)
}
