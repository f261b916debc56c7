// Package multipliers holds the method of multipliers, which solves problems whose losses have kinks by a few problems
// whose losses are smooth.
package multipliers
