package params

// StartAverage begins to average the weights over the rounds that Tick counts. That takes 4 bytes more for each slot.
func (h *Hashed) StartAverage() {
	h.rounds = 0
	for k := range h.groups {
		t := &h.groups[k]
		t.s = 0
		t.average()
	}
}

// Tick counts a round at the current weights.
func (h *Hashed) Tick() {
	h.rounds++
	for k := range h.groups {
		h.groups[k].s += h.groups[k].scale
	}
}

// AveragedTable is Table with the weights averaged over the rounds. It panics where none was counted.
func (h *Hashed) AveragedTable(k int) *Slots {
	if h.rounds == 0 {
		panic("params: no rounds were averaged; see Average of online.Proximal")
	}
	t := &h.groups[k]
	return t.each(func(i int) float32 {
		return float32((float64(t.sums[i]) + t.s*float64(t.values[i])) / float64(h.rounds))
	})
}

// Averaged is a store of its own with the weights averaged over the rounds. It panics where none was counted.
func (h *Hashed) Averaged() *Hashed {
	out := newStore(h.family, h.x)
	for k := range h.groups {
		out.groups[k] = newTable(h.AveragedTable(k))
	}
	return out
}
