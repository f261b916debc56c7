// Package gradient holds first-order methods for f + g, f smooth and g proxable: FISTA, and iterative projection with
// the step rules that it searches its steps by. They ask nothing more of a penalty than its proximity operator.
package gradient
