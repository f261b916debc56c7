package decomposition

// shrink leaves out examples whose coefficients stay where they are, a bound or 0, wherever b is between the ends,
// if these are many.
func (m *machine) shrink() {
	top, bottom := m.ends()
	if !m.p.Intercept {
		bottom = -top
	}
	top, bottom = max(top, bottom), min(top, bottom)
	var keep []int
	for k, i := range m.at {
		if !(m.up[k] < bottom && m.down[k] > top) {
			keep = append(keep, i)
		}
	}
	const share = 0.7
	if float64(len(keep)) > share*float64(len(m.at)) || len(keep) < 2 {
		return
	}
	m.rebase()
	if len(m.at) == len(m.a) {
		m.then, m.rests = append(m.then[:0], m.a...), append(m.rests[:0], m.r...)
	}
	m.look(keep)
}
