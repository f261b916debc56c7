// Package model holds quadratics with norms of blocks of weights, or with a penalty that is known by its prox, and what
// minimizes them: passes, extrapolation, Newton steps on the support. Methods that move blocks of weights make such
// models of their losses.
package model
