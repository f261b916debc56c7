package factor

// edge is a pair of different nodes.
type edge struct {
	a, b int32
	at   int // of its numbers among the tables
	kind kind
}

// kind says what the numbers of an edge are.
type kind uint8

const (
	table     kind = iota // k_a × k_b scores, row by row
	potts                 // w, for equal states
	truncated             // slope and most
)
