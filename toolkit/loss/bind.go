package loss

import "github.com/proxlab/proxlab/toolkit"

// What follows is not needed to solve a problem; package fit asks it of a loss that has it:
//
//   - Bind is the same loss with targets y, one an example, and weights c_i (nil for 1/n);
//   - Binary tells, of a loss whose targets are labels, whether there are two, −1 and +1, or k of them, 0 … k−1;
//   - Link names what turns predictions into means, probabilities or labels;
//   - CheckTarget says what is wrong with a target, CheckParameter with the loss's parameter, which Parameter returns;
//   - OfResidual tells that the loss depends on f − y alone;
//   - BindEvents, of a loss of times, is Bind with the events that ended them;
//   - String is the loss's name.

// Bind is the loss with targets y.
func (l Squared) Bind(y, weights []float64) toolkit.Loss { return Squared{y, weights} }

// Bind is the loss with labels y of −1 and +1.
func (l Logistic) Bind(y, weights []float64) toolkit.Loss { return Logistic{y, weights} }

// Bind is the loss with labels y of −1 and +1.
func (l Hinge) Bind(y, weights []float64) toolkit.Loss { return Hinge{y, weights} }

// Bind is the loss with labels y of −1 and +1.
func (l Exponential) Bind(y, weights []float64) toolkit.Loss { return Exponential{y, weights} }

// Bind is the loss with labels y of 0 to k − 1, all of which occur.
func (l Multinomial) Bind(y, weights []float64) toolkit.Loss {
	out := Multinomial{Y: make([]int, len(y)), Weights: weights}
	for i, label := range y {
		out.Y[i] = int(label)
		out.K = max(out.K, out.Y[i]+1)
	}
	return out
}

// Binary is true: the labels are −1 and +1.
func (l Logistic) Binary() bool { return true }

// Binary is true: the labels are −1 and +1.
func (l Hinge) Binary() bool { return true }

// Binary is true: the labels are −1 and +1.
func (l Exponential) Binary() bool { return true }

// Binary is false: the labels are 0 to k − 1.
func (l Multinomial) Binary() bool { return false }

// Link says that predictions are of the targets themselves.
func (l Squared) Link() string { return "identity" }

// Link says that the probability of the label +1 is 1/(1 + exp(−f)).
func (l Logistic) Link() string { return "logit" }

// Link says that predictions are margins: their sign is the label, and there are no probabilities.
func (l Hinge) Link() string { return "margin" }

// Link says that the probability of label c is exp(f_c)/Σ_l exp(f_l).
func (l Multinomial) Link() string { return "softmax" }

// String is the loss's name.
func (l Squared) String() string     { return "squared" }
func (l Logistic) String() string    { return "logistic" }
func (l Hinge) String() string       { return "hinge" }
func (l Exponential) String() string { return "exponential" }
func (l Multinomial) String() string { return "multinomial" }
