package exact

// Gamma is y e^(−f) + f − log y − 1.
type Gamma struct {
	smooth
	Y []*Float
}

// Value is y e^(−f) + f − log y − 1.
func (l Gamma) Value(i int, f []*Float) *Float {
	return sub(add(mul(l.Y[i], Exp(neg(f[0]))), sub(f[0], Log(l.Y[i]))), New(1))
}

// Slopes are 1 − y e^(−f), and y e^(−f).
func (l Gamma) Slopes(i int, f []*Float, _ *Float) ([]*Float, matrix) {
	e := mul(l.Y[i], Exp(neg(f[0])))
	return one(sub(New(1), e), e)
}

// Conjugate is (1 − u) log(1 − u) + u + u log y.
func (l Gamma) Conjugate(i int, u []*Float) (*Float, bool) {
	value, ok := negativeEntropy(sub(New(1), u[0]))
	if ok {
		value.Add(value, add(u[0], mul(u[0], Log(l.Y[i]))))
	}
	return value, ok
}

// Tweedie is e^(af)/a + y e^(−bf)/b − y^a/(ab) with a = 2 − p and b = p − 1, both above 0.
type Tweedie struct {
	smooth
	Y    []*Float
	A, B *Float
}

// parts are e^(af) and y e^(−bf).
func (l Tweedie) parts(i int, f *Float) (up, down *Float) {
	return Exp(mul(l.A, f)), mul(l.Y[i], Exp(neg(mul(l.B, f))))
}

// Value is e^(af)/a + y e^(−bf)/b − y^a/(ab).
func (l Tweedie) Value(i int, f []*Float) *Float {
	up, down := l.parts(i, f[0])
	value := add(quo(up, l.A), quo(down, l.B))
	if l.Y[i].Sign() > 0 {
		value.Sub(value, quo(Exp(mul(l.A, Log(l.Y[i]))), mul(l.A, l.B)))
	}
	return value
}

// Slopes are e^(af) − y e^(−bf), and a e^(af) + b y e^(−bf).
func (l Tweedie) Slopes(i int, f []*Float, _ *Float) ([]*Float, matrix) {
	up, down := l.parts(i, f[0])
	return one(sub(up, down), add(mul(l.A, up), mul(l.B, down)))
}

// Conjugate is u f − ℓ(f) at the f where the slope is u, by Newton's method; (u log u − u)/a where y is 0.
func (l Tweedie) Conjugate(i int, u []*Float) (*Float, bool) {
	if l.Y[i].Sign() == 0 {
		value, ok := negativeEntropy(u[0])
		if ok {
			value = quo(sub(value, u[0]), l.A)
		}
		return value, ok
	}
	// From where the part that u has the sign of is |u| and that of f = log y together, steps fall towards f.
	f := Log(l.Y[i])
	up, down := l.parts(i, f)
	if u[0].Sign() > 0 {
		f = quo(Log(add(u[0], down)), l.A)
	} else {
		f = quo(neg(Log(quo(sub(up, u[0]), l.Y[i]))), l.B)
	}
	const steps = 60
	for range steps {
		s, h := l.Slopes(i, []*Float{f}, nil)
		step := quo(sub(s[0], u[0]), h[0][0])
		f = sub(f, step)
		if step.Sign() == 0 || step.MantExp(nil) < f.MantExp(nil)-Prec+8 {
			break
		}
	}
	return sub(mul(u[0], f), l.Value(i, []*Float{f})), true
}

// Counts is half the deviance of counts: Poisson's e^f − yf + y log y − y, or for a Theta the negative binomial
// (y + θ) log((e^f + θ)/(y + θ)) − y (f − log y).
type Counts struct {
	smooth
	Y     []*Float
	Theta *Float // nil for +∞
}

// Value is the loss.
func (l Counts) Value(i int, f []*Float) *Float {
	y := l.Y[i]
	own, _ := negativeEntropy(y)
	own.Sub(own, mul(y, f[0]))
	if l.Theta == nil {
		return add(own, sub(Exp(f[0]), y))
	}
	size := add(y, l.Theta)
	return add(own, mul(size, Log(quo(add(Exp(f[0]), l.Theta), size))))
}

// Slopes are e^f − y and e^f, or with θ θ(e^f − y)/(e^f + θ) and (y + θ)θ e^f/(e^f + θ)².
func (l Counts) Slopes(i int, f []*Float, _ *Float) ([]*Float, matrix) {
	mean := Exp(f[0])
	if l.Theta == nil {
		return one(sub(mean, l.Y[i]), mean)
	}
	share := quo(l.Theta, add(mean, l.Theta))
	h := mul(mul(add(l.Y[i], l.Theta), share), quo(mean, add(mean, l.Theta)))
	return one(mul(share, sub(mean, l.Y[i])), h)
}

// Conjugate is a log a − y log y − u with a = y + u, or with θ a log a − y log y + r log(r/θ) with r = θ − u.
func (l Counts) Conjugate(i int, u []*Float) (*Float, bool) {
	value, ok := negativeEntropy(add(l.Y[i], u[0]))
	if !ok {
		return nil, false
	}
	own, _ := negativeEntropy(l.Y[i])
	value.Sub(value, own)
	if l.Theta == nil {
		return sub(value, u[0]), true
	}
	rest, ok := negativeEntropy(sub(l.Theta, u[0]))
	if ok {
		value.Add(value, sub(rest, mul(sub(l.Theta, u[0]), Log(l.Theta))))
	}
	return value, ok
}

// Binomial is log(1 + e^f) − yf + y log y + (1 − y) log(1 − y).
type Binomial struct {
	smooth
	Y []*Float
}

// Value is the loss.
func (l Binomial) Value(i int, f []*Float) *Float {
	own, _ := negativeEntropy(l.Y[i], sub(New(1), l.Y[i]))
	value := Log(add(New(1), Exp(neg(zero().Abs(f[0])))))
	return add(own, add(value, sub(larger(zero(), f[0]), mul(l.Y[i], f[0]))))
}

// Slopes are p − y and p(1 − p) with p = 1/(1 + e^(−f)).
func (l Binomial) Slopes(i int, f []*Float, _ *Float) ([]*Float, matrix) {
	p := quo(New(1), add(New(1), Exp(neg(f[0]))))
	return one(sub(p, l.Y[i]), mul(p, sub(New(1), p)))
}

// Conjugate is a log a + (1 − a) log(1 − a) with a = y + u, less the same of y.
func (l Binomial) Conjugate(i int, u []*Float) (*Float, bool) {
	a := add(l.Y[i], u[0])
	value, ok := negativeEntropy(a, sub(New(1), a))
	if ok {
		own, _ := negativeEntropy(l.Y[i], sub(New(1), l.Y[i]))
		value.Sub(value, own)
	}
	return value, ok
}
