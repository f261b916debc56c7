// Package toolkittest checks penalties, losses, oracles, functions, gauges, kernels, parameter stores and solvers that
// implement the toolkit's interfaces, by routes that share no code with them: searches, finite differences,
// inequalities that must hold between any two points. It is to package toolkit what testing/fstest is to io/fs.
//
//	func TestPenalty(t *testing.T) {
//		if err := toolkittest.Prox(MyPenalty{Lambda: 0.3}, 6); err != nil {
//			t.Error(err)
//		}
//	}
//
// A check returns an error rather than taking a *testing.T, so that it also runs in a notebook, before there is a
// test. The error joins one sentence for each kind of fault, with the first example of it that was found; nil says
// that none was found. What the value can do beyond its interface is found by type assertion, and checked too: a
// conjugate, second derivatives, blocks.
//
// Random numbers come from a fixed seed: a check says the same in every run. On six coordinates it takes 2 to 30 ms of
// processor time for the penalties of package prox, most where a prox or a dual norm is found by iteration.
package toolkittest
