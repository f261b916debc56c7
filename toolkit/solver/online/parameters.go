package online

// Vectorer is a toolkit.Params that may be held as one dense vector, on which any penalty can act. The slice is the storage itself; what is
// kept of it is stale until Refresh. ok is false where there is none.
type Vectorer interface {
	Vector() (w []float64, ok bool)
}

// Averager is a toolkit.Params that can average itself over the rounds that Tick counts, from StartAverage on.
type Averager interface {
	StartAverage()
	Tick()
}
