package rna

import "fmt"

// Limits of what features tell apart, and of interior loops: those of more unpaired bases are not predicted.
const (
	longest         = 30 // unpaired bases of a loop
	mostSymmetric   = 15 // of each side of a symmetric interior loop
	mostAsymmetric  = 28
	explicitlySized = 4 // unpaired bases of a side up to which interior loops have a weight for their two sizes
)

// The families of features, by the place of their first one. Lengths count cumulatively: a loop of length ℓ has the
// features of all lengths up to ℓ.
const (
	basePair       = 0                          // AU, CG, GU
	closing        = basePair + 3               // of a helix, by ordered pair, seen from the loop that it ends in
	mismatch       = closing + pairTypes        // the pair that closes a loop, and the two bases beside it
	dangleLeft     = mismatch + pairTypes*16    // a pair of a multiple or exterior loop, and the base after it
	dangleRight    = dangleLeft + pairTypes*4   // and the base before it
	hairpin        = dangleRight + pairTypes*4  // lengths 0 to 30
	bulge          = hairpin + longest + 1      // lengths 1 to 30
	internal       = bulge + longest            // lengths 2 to 30, both sides together
	symmetric      = internal + longest - 1     // 1 to 15 bases on both sides
	asymmetry      = symmetric + mostSymmetric  // differences 1 to 28 of the sides
	explicit       = asymmetry + mostAsymmetric // sizes of both sides, unordered, up to 4
	bulged         = explicit + 10              // the base of a bulge of one
	oneByOne       = bulged + 4                 // the bases of an interior loop of 1 × 1, unordered
	stacking       = oneByOne + 10              // a pair upon a pair
	multiLoop      = stacking + 21              // a multiple loop
	multiUnpaired  = multiLoop + 1              // a base without partner in it
	multiBranch    = multiUnpaired + 1          // a helix that ends in it
	outerUnpaired  = multiBranch + 1            // a base without partner outside all pairs
	outerBranch    = outerUnpaired + 1          // a helix that ends there
	numberFeatures = outerBranch + 1

	// Beyond CONTRAfold's, as nearest-neighbour energies have them.
	hairpinMismatch = numberFeatures                 // a mismatch in a hairpin, beside what it is in any loop
	bulgedStack     = hairpinMismatch + pairTypes*16 // a pair upon a pair with a bulge of one between them
	allFeatures     = bulgedStack + 21
)

// Features is how many features there are; Extended is with those that nearest-neighbour energies have beyond them,
// which come last. Weights are of either number: those of the others are 0.
const (
	Features = numberFeatures
	Extended = allFeatures
)

// Group is a family of features: First to Last − 1.
type Group struct {
	Name        string
	First, Last int
}

// Groups are the families of the extended features: what a strength of its own is for.
func Groups() []Group {
	names := []string{"pairs", "ends of helices", "mismatches", "bases after ends", "bases before ends", "hairpins",
		"bulges", "interior loops", "symmetric interior loops", "asymmetry", "small interior loops", "bulged bases",
		"interior loops of 1 × 1", "stacks", "multiple loops", "outside", "mismatches of hairpins", "stacks over bulges"}
	first := []int{basePair, closing, mismatch, dangleLeft, dangleRight, hairpin, bulge, internal, symmetric, asymmetry,
		explicit, bulged, oneByOne, stacking, multiLoop, outerUnpaired, hairpinMismatch, bulgedStack, allFeatures}
	groups := make([]Group, len(names))
	for k := range groups {
		groups[k] = Group{names[k], first[k], first[k+1]}
	}
	return groups
}

// unordered numbers the unordered pairs of four things.
var unordered = func() (t [4][4]int) {
	k := 0
	for i := range 4 {
		for j := i; j < 4; j++ {
			t[i][j], t[j][i] = k, k
			k++
		}
	}
	return t
}()

// stacked numbers the stacks of pair (i, j) upon (i+1, j−1), which read the same from the other strand.
var stacked = func() (t [pairTypes][pairTypes]int) {
	k := 0
	for outer, p := range pairs {
		for inner, q := range pairs {
			turnedOuter, turnedInner := pairType[q[1]][q[0]], pairType[p[1]][p[0]]
			if int(turnedOuter)*pairTypes+int(turnedInner) < outer*pairTypes+inner {
				t[outer][inner] = t[turnedOuter][turnedInner]
				continue
			}
			t[outer][inner] = k
			k++
		}
	}
	return t
}()

// pairNumber is the number of a pair whatever its order.
var pairNumber = [pairTypes]int{0, 1, 1, 2, 0, 2}

// Names are the names of the features, ExtendedNames with those beyond.
func Names() []string { return ExtendedNames()[:Features] }

// ExtendedNames are the names of the extended features.
func ExtendedNames() []string {
	const letters = "ACGU"
	names := make([]string, Extended)
	each := func(first, count int, name func(k int) string) {
		for k := range count {
			names[first+k] = name(k)
		}
	}
	ordered := func(k int) string { return string([]byte{letters[pairs[k][0]], letters[pairs[k][1]]}) }
	lengths := func(family string, least int) func(int) string {
		return func(k int) string { return fmt.Sprintf("%s of %d or more", family, k+least) }
	}
	each(basePair, 3, func(k int) string { return "pair " + [...]string{"AU", "CG", "GU"}[k] })
	each(closing, pairTypes, func(k int) string { return "end " + ordered(k) })
	each(mismatch, pairTypes*16, func(k int) string {
		return fmt.Sprintf("mismatch %s %c %c", ordered(k/16), letters[k/4%4], letters[k%4])
	})
	dangle := func(side string) func(int) string {
		return func(k int) string { return fmt.Sprintf("dangle %s %c %s", ordered(k/4), letters[k%4], side) }
	}
	each(hairpinMismatch, pairTypes*16, func(k int) string {
		return fmt.Sprintf("hairpin mismatch %s %c %c", ordered(k/16), letters[k/4%4], letters[k%4])
	})
	each(dangleLeft, pairTypes*4, dangle("after"))
	each(dangleRight, pairTypes*4, dangle("before"))
	each(hairpin, longest+1, lengths("hairpin", 0))
	each(bulge, longest, lengths("bulge", 1))
	each(internal, longest-1, lengths("interior loop", 2))
	each(symmetric, mostSymmetric, lengths("symmetric interior loop", 1))
	each(asymmetry, mostAsymmetric, lengths("asymmetry", 1))
	for i := 1; i <= explicitlySized; i++ {
		for j := i; j <= explicitlySized; j++ {
			names[explicit+unordered[i-1][j-1]] = fmt.Sprintf("interior loop of %d × %d", i, j)
		}
	}
	each(bulged, 4, func(k int) string { return fmt.Sprintf("bulge %c", letters[k]) })
	for i := range 4 {
		for j := i; j < 4; j++ {
			names[oneByOne+unordered[i][j]] = fmt.Sprintf("interior loop %c × %c", letters[i], letters[j])
		}
	}
	for outer := range pairTypes {
		for inner := range pairTypes {
			if at := stacking + stacked[outer][inner]; names[at] == "" {
				names[at] = fmt.Sprintf("stack %s on %s", ordered(outer), ordered(inner))
				names[at-stacking+bulgedStack] = "bulge of 1, " + names[at]
			}
		}
	}
	names[multiLoop] = "multiple loop"
	names[multiUnpaired], names[multiBranch] = "multiple loop, unpaired", "multiple loop, branch"
	names[outerUnpaired], names[outerBranch] = "outside, unpaired", "outside, branch"
	return names
}
