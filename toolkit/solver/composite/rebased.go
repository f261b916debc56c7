package composite

// mostRebased are the variables up to which columns are told apart by losses alone.
const mostRebased = 512

// rebased takes a run that does not end into coordinates in which columns of losses are no combinations of others,
// where others tell them apart that are small beside what numbers of x differ by. It begins with splitting.
func (m *machine) rebased() {
	if m.byLosses || m.n > mostRebased || !dependent(m.terms, m.mu, isLoss) {
		return
	}
	s := m.s
	fresh := newMachine(m.problem, s.x, isLoss)
	fresh.byLosses, fresh.ctx, fresh.upTo = true, m.ctx, s.Splittings+fewest
	fresh.proveAt, fresh.proving, fresh.followed, fresh.next = m.proveAt, m.proving, m.followed, s.Splittings+20
	fresh.enterAt(fresh.x)
	fresh.unit = m.unit
	s.rows, s.point, s.Newton = fresh.s.rows, nil, false
	fresh.s, fresh.factors = s, m.factors
	*m = *fresh
	m.hold(steady, steady)
	m.factor()
	m.bound(m.linear, m.x, m.farthest(m.x), false)
	m.certify(m.x)
}
