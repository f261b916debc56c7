// Package testproblems holds what tests of several packages share: penalties and losses by name, groups, random problems, and types as a
// user might write them outside of the module.
package testproblems
