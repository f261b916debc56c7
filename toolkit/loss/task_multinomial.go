package loss

// TaskMultinomial is the logistic loss of several tasks with classes of their own: task j has the outputs Offset[j] ≤
// c < Offset[j+1], and example i, of task Task[i] and class Y[i] from 0 within it, the loss of Multinomial on them.
// The examples of all tasks share the weights c_i, so that by default L is the mean over all examples of all tasks.
//
// A task of two classes has two columns here, w and −w at the optimum, and one in Tasks with a logistic loss. For W =
// [V, −V]/2 both give the same predictions, and ‖W‖_* = ‖V‖_*/√2: what λ is here is λ/√2 there.
//
// Source: Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning with Trace-Norm Regularization, AISTATS
// 2012, equation (2).
type TaskMultinomial struct {
	Y, Task []int
	Offset  []int     // one more than tasks, from 0
	Weights []float64 // c_i ≥ 0; nil for 1/n
}

// Len is the number of examples.
func (l TaskMultinomial) Len() int { return len(l.Y) }

// Outputs is the number of classes of all tasks.
func (l TaskMultinomial) Outputs() int { return l.Offset[len(l.Offset)-1] }

// Span is the classes of the example's task.
func (l TaskMultinomial) Span(i int) (lo, hi int) { return l.Offset[l.Task[i]], l.Offset[l.Task[i]+1] }

// Weight is c_i.
func (l TaskMultinomial) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is that of Multinomial on the task's classes.
func (l TaskMultinomial) At(grad []float64, i int, f []float64) float64 {
	return softmaxLoss(grad, f, l.Y[i])
}

// Diagonal is p_c(1 − p_c) with p = softmax(f).
func (l TaskMultinomial) Diagonal(h []float64, _ int, f []float64) { softmaxDiagonal(h, f) }

// Hessian is diag(p) − ppᵀ with p = softmax(f).
func (l TaskMultinomial) Hessian(h []float64, _ int, f []float64) { softmaxHessian(h, f) }

// SpanProbabilities writes p = softmax(f) for the classes of the example's task: their Hessian is diag(p) − ppᵀ.
func (l TaskMultinomial) SpanProbabilities(p []float64, _ int, f []float64) { softmax(p, f) }

// LineCurvature is ¼ (max v − min v)²: the most that the variance of a variable of that range can be.
func (l TaskMultinomial) LineCurvature(_ int, v []float64) float64 { return quarterSquaredRange(v) }

// Conjugate is that of Multinomial on the task's classes.
func (l TaskMultinomial) Conjugate(i int, u []float64) float64 { return negativeEntropy(u, l.Y[i]) }

// Curvature is max_i c_i/2.
func (l TaskMultinomial) Curvature() float64 { return maxWeight(l.Weights, len(l.Y)) / 2 }
