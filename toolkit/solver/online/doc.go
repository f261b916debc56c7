// Package online holds methods that take one example at a time: the online proximal algorithm of Martins et al., and
// the projected subgradient methods that Do, Le and Foo compare, as plays of a convex repeated game.
package online
