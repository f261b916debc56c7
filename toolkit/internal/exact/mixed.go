package exact

// Mixed has a loss of one output for each example, of f_i + o_i.
type Mixed struct {
	smooth
	Of  []Loss // of one example each, which have no kinks
	Off []*Float
}

func (l Mixed) at(i int, f []*Float) []*Float { return []*Float{add(f[0], l.Off[i])} }

// Value is ℓ_i(f + o_i).
func (l Mixed) Value(i int, f []*Float) *Float { return l.Of[i].Value(0, l.at(i, f)) }

// Slopes are those of ℓ_i at f + o_i.
func (l Mixed) Slopes(i int, f []*Float, s *Float) ([]*Float, matrix) {
	return l.Of[i].Slopes(0, l.at(i, f), s)
}

// Conjugate is ℓ_i*(u) − u o_i.
func (l Mixed) Conjugate(i int, u []*Float) (*Float, bool) {
	value, ok := l.Of[i].Conjugate(0, u)
	if ok {
		value = sub(value, mul(u[0], l.Off[i]))
	}
	return value, ok
}

// Apart is −log(1 − e^(−f)) of f > 0.
type Apart struct{ smooth }

// Value is −log(1 − e^(−f)).
func (Apart) Value(_ int, f []*Float) *Float {
	if f[0].Sign() <= 0 {
		return zero().SetInf(false)
	}
	return neg(Log(sub(New(1), Exp(neg(f[0])))))
}

// Slopes are −r and r(1 + r) with r = 1/(e^f − 1).
func (Apart) Slopes(_ int, f []*Float, _ *Float) ([]*Float, matrix) {
	if f[0].Sign() <= 0 {
		return one(zero().SetInf(true), zero())
	}
	e := Exp(neg(f[0]))
	r := quo(e, sub(New(1), e))
	return one(neg(r), mul(r, add(New(1), r)))
}

// Conjugate is r log r − (1 + r) log(1 + r) with r = −u.
func (Apart) Conjugate(_ int, u []*Float) (*Float, bool) {
	value, ok := negativeEntropy(neg(u[0]))
	if ok {
		more, _ := negativeEntropy(sub(New(1), u[0]))
		value.Sub(value, more)
	}
	return value, ok
}
