package rna

// counter takes features with how often they occur.
type counter func(feature int, count float64)

// Count calls add for the features of a structure, loop by loop; a feature may come several times. Unknown bases have
// no features of their own. The structure is one that Check finds nothing wrong with; it may have longer interior
// loops than are predicted. CountExtended counts the extended features, too.
func Count(x Sequence, y Structure, add func(feature int, count float64)) {
	CountExtended(x, y, func(feature int, count float64) {
		if feature < Features {
			add(feature, count)
		}
	})
}

// CountExtended is Count with the extended features.
func CountExtended(x Sequence, y Structure, add func(feature int, count float64)) {
	for i := 0; i < len(y); i++ {
		if y[i] < 0 {
			add(outerUnpaired, 1)
			continue
		}
		add(outerBranch, 1)
		countEnd(x, y[i], i, add)
		countHelix(x, y, i, add)
		i = y[i]
	}
}

// countHelix counts what is inside pair i, and the pair itself.
func countHelix(x Sequence, y Structure, i int, add counter) {
	for {
		j := y[i]
		add(basePair+pairNumber[pairType[x[i]][x[j]]], 1)
		var branches []int
		unpaired := 0
		for k := i + 1; k < j; k++ {
			if y[k] < 0 {
				unpaired++
				continue
			}
			branches = append(branches, k)
			k = y[k]
		}
		switch len(branches) {
		case 0:
			countUpTo(hairpin, 0, min(unpaired, longest), add)
			countHairpinEnd(int(pairType[x[i]][x[j]]), x[i+1], x[j-1], add)
			return
		case 1:
			countSingle(x, i, j, branches[0], y[branches[0]], add)
			i = branches[0]
		default:
			add(multiLoop, 1)
			add(multiUnpaired, float64(unpaired))
			add(multiBranch, float64(len(branches)+1))
			countEnd(x, i, j, add)
			for _, k := range branches {
				countEnd(x, y[k], k, add)
				countHelix(x, y, k, add)
			}
			return
		}
	}
}

// countUpTo counts the features of lengths from least to length.
func countUpTo(family, least, length int, add counter) {
	for l := least; l <= length; l++ {
		add(family+l-least, 1)
	}
}

// countMismatch counts the end of a helix in a loop without other ends, or with one: pair (i, j), the bases after i and
// before j.
func countMismatch(x Sequence, i, j int, add counter) {
	countBeside(int(pairType[x[i]][x[j]]), x[i+1], x[j-1], add)
}

// countBeside counts a pair of a type that closes a loop, and the bases beside it.
func countBeside(t int, after, before Base, add counter) {
	add(closing+t, 1)
	if after < Unknown && before < Unknown {
		add(mismatch+t*16+int(after)*4+int(before), 1)
	}
}

// countHairpinEnd counts a pair of a type that closes a hairpin, and the bases beside it.
func countHairpinEnd(t int, after, before Base, add counter) {
	countBeside(t, after, before, add)
	if after < Unknown && before < Unknown {
		add(hairpinMismatch+t*16+int(after)*4+int(before), 1)
	}
}

// countEnd counts the end of a helix in a multiple loop or outside: pair (i, j), the base after i and the one before j,
// where there are some.
func countEnd(x Sequence, i, j int, add counter) {
	after, before := Base(none), Base(none)
	if i+1 < len(x) {
		after = x[i+1]
	}
	if j > 0 {
		before = x[j-1]
	}
	countDangles(int(pairType[x[i]][x[j]]), after, before, add)
}

// countDangles counts a pair of a type that ends there, and each base beside it that is known.
func countDangles(t int, after, before Base, add counter) {
	add(closing+t, 1)
	if after < Unknown {
		add(dangleLeft+t*4+int(after), 1)
	}
	if before < Unknown {
		add(dangleRight+t*4+int(before), 1)
	}
}

// countSingle counts the loop between the pairs (i, j) and (p, q), i < p < q < j: a stack, a bulge or an interior loop.
func countSingle(x Sequence, i, j, p, q int, add counter) {
	left, right := p-i-1, j-q-1
	if left == 0 && right == 0 {
		add(stacking+stacked[pairType[x[i]][x[j]]][pairType[x[p]][x[q]]], 1)
		return
	}
	countMismatch(x, i, j, add)
	countMismatch(x, q, p, add)
	countSize(left, right, add)
	if left+right == 1 {
		add(bulgedStack+stacked[pairType[x[i]][x[j]]][pairType[x[p]][x[q]]], 1)
	}
	switch {
	case left == 1 && right == 0 && x[i+1] != Unknown:
		add(bulged+int(x[i+1]), 1)
	case left == 0 && right == 1 && x[j-1] != Unknown:
		add(bulged+int(x[j-1]), 1)
	case left == 1 && right == 1 && x[i+1] != Unknown && x[j-1] != Unknown:
		add(oneByOne+unordered[x[i+1]][x[j-1]], 1)
	}
}

// countSize counts the features of the sizes of a bulge or an interior loop.
func countSize(left, right int, add counter) {
	total := min(left+right, longest)
	if left == 0 || right == 0 {
		countUpTo(bulge, 1, total, add)
		return
	}
	countUpTo(internal, 2, total, add)
	if left == right {
		countUpTo(symmetric, 1, min(left, mostSymmetric), add)
	}
	countUpTo(asymmetry, 1, min(max(left-right, right-left), mostAsymmetric), add)
	if left <= explicitlySized && right <= explicitlySized {
		add(explicit+unordered[left-1][right-1], 1)
	}
}
