package completion

import "testing"

// TestCertificateFromElsewhere: gaps from starts at another λ are no less than what is missing, where what is left has
// a norm below λ, too.
func TestCertificateFromElsewhere(t *testing.T) {
	t.Parallel()
	known := drawn(3, 20, 15, 2, 0.5, 0.3)
	p := Problem{Known: known, Mu: 0.1, Lambda: 1}
	most := p.LambdaMax()
	var start *State
	for _, share := range []float64{2, 0.2, 0.5, 0.05} {
		p.Lambda = share * most
		want := bySoftImpute(t, p, 150)
		for s, err := range (Alternating{Start: start, Tol: 1e-6}).Iterations(t.Context(), p) {
			if err != nil {
				t.Fatal(err)
			}
			if s.Objective-want > s.Gap+1e-6*want {
				t.Errorf("λ = %g, step %d: gap %g, P − P* = %g", p.Lambda, s.Iter, s.Gap, s.Objective-want)
			}
			if start = s; s.Gap < 1e-6*s.Objective || s.Iter == 1000 {
				break
			}
		}
		if !(start.Gap < 1e-6*start.Objective) {
			t.Errorf("λ = %g: gap %g after %d steps", p.Lambda, start.Gap, start.Iter)
		}
	}
}

// TestCertificateOfSmallResiduals: what is left of a solution at a small λ has a norm far below a larger one, and is a
// dual point there that may be made larger, but not by more than to λ.
func TestCertificateOfSmallResiduals(t *testing.T) {
	t.Parallel()
	p := Problem{Known: drawn(3, 20, 15, 2, 0.5, 0.3), Mu: 0.1, Lambda: 1}
	most := p.LambdaMax()
	p.Lambda = 0.05 * most
	for s, err := range (Alternating{}).Iterations(t.Context(), p) {
		if err != nil {
			t.Fatal(err)
		}
		if s.Iter < 30 {
			continue
		}
		for _, share := range []float64{0.1, 0.3, 0.9} {
			p.Lambda = share * most
			s.Lambda = p.Lambda
			s.evaluate()
			s.certify(&s.Progress, NormBound(s.left, 0.05*most, 1e-3))
			if want := bySoftImpute(t, p, 150); !(s.Gap >= s.Objective-want) {
				t.Errorf("λ = %g: gap %g, P − P* = %g", p.Lambda, s.Gap, s.Objective-want)
			}
		}
		break
	}
}
