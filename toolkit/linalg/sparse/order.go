package sparse

import "slices"

// Order is an order of elimination of a symmetric pattern that fills little in: the variable whose row is next to have
// the fewest entries comes next, by a bound of their number. What is left of variables that are gone are elements,
// cliques of variables that remain.
//
// Source: Amestoy, Davis, Duff, An Approximate Minimum Degree Ordering Algorithm, SIAM J. Matrix Anal. Appl. 1996.
func Order(a *Symmetric) []int32 {
	g := newQuotient(a)
	order := make([]int32, 0, a.N)
	for len(order) < a.N {
		p := g.least()
		order = append(order, p)
		g.eliminate(p, a.N-len(order))
	}
	return order
}

// quotient is the graph of variables that are left and of elements.
type quotient struct {
	variables [][]int32 // neighbours of a variable, without those through elements
	elements  [][]int32 // of a variable
	members   [][]int32 // of an element, all of which are left
	gone      []bool    // variables; and elements, which are named by the variable that made them
	absorbed  []bool
	mark      []int32 // the elimination in which a variable was last met
	met       int32
	outside   []int32 // how many of an element's members are not in the new one
	counted   []int32 // the elimination in which outside was last set

	degree     []int32
	head       []int32 // the first variable of each degree
	next, last []int32
	lowest     int
}

func newQuotient(a *Symmetric) *quotient {
	n := a.N
	g := &quotient{
		variables: make([][]int32, n), elements: make([][]int32, n), members: make([][]int32, n), gone: make([]bool, n),
		absorbed: make([]bool, n), mark: make([]int32, n), outside: make([]int32, n), counted: make([]int32, n),
		degree: make([]int32, n), head: make([]int32, n+1), next: make([]int32, n), last: make([]int32, n),
	}
	for i := range n {
		for _, j := range a.Col[a.Ptr[i]+1 : a.Ptr[i+1]] {
			g.variables[i] = append(g.variables[i], j)
			g.variables[j] = append(g.variables[j], int32(i))
		}
	}
	for d := range g.head {
		g.head[d] = -1
	}
	for i := n - 1; i >= 0; i-- {
		g.degree[i] = int32(len(g.variables[i]))
		g.link(int32(i))
	}
	return g
}

// link puts a variable first among those of its degree.
func (g *quotient) link(i int32) {
	d := g.degree[i]
	if g.next[i], g.last[i] = g.head[d], -1; g.next[i] >= 0 {
		g.last[g.next[i]] = i
	}
	g.head[d] = i
	g.lowest = min(g.lowest, int(d))
}

func (g *quotient) unlink(i int32) {
	if g.last[i] >= 0 {
		g.next[g.last[i]] = g.next[i]
	} else {
		g.head[g.degree[i]] = g.next[i]
	}
	if g.next[i] >= 0 {
		g.last[g.next[i]] = g.last[i]
	}
}

// least is a variable of the lowest degree.
func (g *quotient) least() int32 {
	for g.head[g.lowest] < 0 {
		g.lowest++
	}
	return g.head[g.lowest]
}

// eliminate makes an element of a variable, of its neighbours and those through its elements, which it absorbs.
func (g *quotient) eliminate(p int32, left int) {
	g.unlink(p)
	g.gone[p] = true
	g.met++
	g.mark[p] = g.met
	var members []int32
	take := func(from []int32) {
		for _, i := range from {
			if g.mark[i] != g.met && !g.gone[i] {
				g.mark[i] = g.met
				members = append(members, i)
			}
		}
	}
	take(g.variables[p])
	for _, e := range g.elements[p] {
		if !g.absorbed[e] {
			take(g.members[e])
			g.absorb(e)
		}
	}
	g.variables[p], g.elements[p], g.members[p] = nil, nil, members
	for _, i := range members {
		for _, e := range g.elements[i] {
			if g.counted[e] != g.met {
				g.counted[e], g.outside[e] = g.met, int32(len(g.members[e]))
			}
			g.outside[e]--
		}
	}
	for _, i := range members {
		g.update(i, p, len(members), left)
	}
}

func (g *quotient) absorb(e int32) { g.absorbed[e], g.members[e] = true, nil }

// update tells a member of a new element of it, and bounds its degree.
func (g *quotient) update(i, p int32, size, left int) {
	g.unlink(i)
	g.variables[i] = slices.DeleteFunc(g.variables[i], func(j int32) bool { return g.mark[j] == g.met || g.gone[j] })
	degree := len(g.variables[i]) + size - 1
	g.elements[i] = slices.DeleteFunc(g.elements[i], func(e int32) bool {
		if !g.absorbed[e] && g.outside[e] == 0 { // all its members are in the new one
			g.absorb(e)
		}
		if !g.absorbed[e] {
			degree += int(g.outside[e])
		}
		return g.absorbed[e]
	})
	g.elements[i] = append(g.elements[i], p)
	g.degree[i] = int32(min(degree, int(g.degree[i])+size-1, left-1))
	g.link(i)
}
