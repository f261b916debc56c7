package terms

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// Of are the terms of a penalty on d coordinates: what it states itself (toolkit.Composition), those of the penalties
// of package prox, and a toolkit.Composable, and any other toolkit.Proxable, by itself. ok is false where it has none:
// it is not convex, or of another number of coordinates. A nil penalty has no terms.
//
// The penalties of package prox are named here, and state nothing themselves, since toolkit.Composition is also how one
// says that it has no proximity operator to be solved with; and what they state needs sparse maps, of which prox knows
// nothing. One of your own that has both stays as it is, one function of x.
func Of(penalty toolkit.Proxable, d int) (t toolkit.Terms, ok bool) {
	whole := linalg.ToCSR(linalg.Identity(d))
	one := func(h toolkit.Proxable) (toolkit.Terms, bool) {
		return toolkit.Terms{Of: []toolkit.Term{term(h, whole)}}, true
	}
	switch g := penalty.(type) {
	case nil:
		return toolkit.Terms{}, true
	case toolkit.Composition:
		return g.Terms(d)
	case interface{ WeakConvexity() float64 }:
		return toolkit.Terms{}, false
	case prox.L1:
		return one(L1{g})
	case prox.Bounds:
		return one(Bounds{g})
	case prox.L21:
		return one(L21{g})
	case prox.L1Inf:
		return one(L1Inf{g})
	case prox.Slope:
		return one(Slope{Slope: g})
	case prox.Fused:
		return mixed(g.Lambda, g.Mix, d, term(L1{prox.L1{Lambda: g.Lambda * g.Mix}}, maps.Differences(d, 1)))
	case prox.GraphFused:
		edges := L1{prox.L1{Lambda: g.Lambda * g.Mix, Weights: g.Weights}}
		return mixed(g.Lambda, g.Mix, d, term(edges, maps.EdgeDifferences(g.Edges, d)))
	case prox.SparseGroup:
		groups := L21{prox.L21{Lambda: g.Lambda * g.Mix, Groups: g.Groups, Weights: g.Weights}}
		return mixed(g.Lambda, g.Mix, d, term(groups, whole))
	case prox.TotalVariation:
		gradient, groups := maps.Gradient(g.Rows, g.Cols)
		of := term(L21{prox.L21{Lambda: g.Lambda, Groups: groups}}, gradient)
		return toolkit.Terms{Of: []toolkit.Term{of}}, g.Rows*g.Cols == d
	case prox.Overlap:
		return toolkit.Terms{Of: []toolkit.Term{selected(g.Lambda, g.Groups, g.Weights, d)}}, true
	case prox.Tree:
		return toolkit.Terms{Of: []toolkit.Term{selected(g.Lambda, g.Groups, g.Weights, d)}}, true
	case prox.Latent:
		return latent(g, d), true
	}
	return one(penalty)
}

// term is h(K x).
func term(h toolkit.Proxable, k linalg.Map) toolkit.Term { return toolkit.Term{Function: h, Map: k} }

// mixed is a structured term with the lasso beside it, which has the share 1 − mix.
func mixed(lambda, mix float64, d int, structure toolkit.Term) (toolkit.Terms, bool) {
	var t toolkit.Terms
	rows, _ := structure.Map.Dims()
	if mix > 0 && rows > 0 {
		t.Of = append(t.Of, structure)
	}
	if mix < 1 {
		t.Of = append(t.Of, term(L1{prox.L1{Lambda: lambda * (1 - mix)}}, linalg.Identity(d)))
	}
	return t, true
}

// selected is a sum of norms of groups that may overlap: of disjoint groups of the selected coordinates.
func selected(lambda float64, groups prox.Groups, weights []float64, d int) toolkit.Term {
	var which []int
	apart := make(prox.Groups, len(groups))
	for k, group := range groups {
		for _, j := range group {
			apart[k] = append(apart[k], len(which))
			which = append(which, j)
		}
	}
	return term(L21{prox.L21{Lambda: lambda, Groups: apart, Weights: weights}}, maps.Selection(which, d))
}

// latent has a part for each coordinate of each group, and those in no group as they are.
func latent(g prox.Latent, d int) toolkit.Terms {
	within := selected(g.Lambda, g.Groups, g.Weights, d)
	t := toolkit.Terms{Part: make([]int, 0, d)}
	inside := make([]bool, d)
	for _, group := range g.Groups {
		for _, j := range group {
			t.Part, inside[j] = append(t.Part, j), true
		}
	}
	grouped := len(t.Part)
	for j, in := range inside {
		if !in {
			t.Part = append(t.Part, j)
		}
	}
	first := make([]int, grouped)
	for i := range first {
		first[i] = i
	}
	t.Of = []toolkit.Term{term(within.Function, maps.Selection(first, len(t.Part)))}
	return t
}
