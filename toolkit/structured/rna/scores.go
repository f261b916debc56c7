package rna

// tables hold a number for each kind of loop and part of one, of which the score of a structure is the sum; or how
// often each is expected.
type tables struct {
	hairpin [longest + 1]float64
	size    [longest + 1][longest + 1]float64 // of a bulge or an interior loop, by its sides

	mismatch [pairTypes][bases][bases]float64       // the end of a helix there
	turn     [pairTypes][bases][bases]float64       // the end of one in a hairpin
	end      [pairTypes][none + 1][none + 1]float64 // the end of one in a multiple loop or outside
	stack    [pairTypes][pairTypes]float64
	skip     [pairTypes][pairTypes]float64 // a stack with a bulge of one
	pair     [pairTypes]float64
	bulged   [bases]float64
	oneByOne [bases][bases]float64

	multiLoop, multiUnpaired, multiBranch float64
	outerUnpaired, outerBranch            float64
}

// none stands for the base beyond an end of the sequence.
const none = bases

// each calls visit for all entries, with how to count the features of which an entry is the sum.
func (s *tables) each(visit func(entry *float64, count func(add counter))) {
	for l := range s.hairpin {
		visit(&s.hairpin[l], func(add counter) { countUpTo(hairpin, 0, l, add) })
	}
	for left := range s.size {
		for right := range longest + 1 - left {
			if left+right > 0 {
				visit(&s.size[left][right], func(add counter) { countSize(left, right, add) })
			}
		}
	}
	one := func(entry *float64, feature int) { visit(entry, func(add counter) { add(feature, 1) }) }
	for t := range pairTypes {
		one(&s.pair[t], basePair+pairNumber[t])
		for inner := range pairTypes {
			one(&s.stack[t][inner], stacking+stacked[t][inner])
			one(&s.skip[t][inner], bulgedStack+stacked[t][inner])
		}
		s.eachEnd(t, visit)
	}
	for a := range int(Unknown) {
		one(&s.bulged[a], bulged+a)
		for b := range int(Unknown) {
			one(&s.oneByOne[a][b], oneByOne+unordered[a][b])
		}
	}
	one(&s.multiLoop, multiLoop)
	one(&s.multiUnpaired, multiUnpaired)
	one(&s.multiBranch, multiBranch)
	one(&s.outerUnpaired, outerUnpaired)
	one(&s.outerBranch, outerBranch)
}

// eachEnd visits the ends of helices of a pair.
func (s *tables) eachEnd(t int, visit func(entry *float64, count func(add counter))) {
	for a := range none + 1 {
		for b := range none + 1 {
			visit(&s.end[t][a][b], func(add counter) { countDangles(t, Base(a), Base(b), add) })
			if a < bases && b < bases {
				visit(&s.mismatch[t][a][b], func(add counter) { countBeside(t, Base(a), Base(b), add) })
				visit(&s.turn[t][a][b], func(add counter) { countHairpinEnd(t, Base(a), Base(b), add) })
			}
		}
	}
}

// tabulate fills in the entries by the weights of features; those that there are none for are 0.
func (s *tables) tabulate(w []float64) {
	s.each(func(entry *float64, count func(add counter)) {
		*entry = 0
		count(func(feature int, times float64) {
			if feature < len(w) {
				*entry += times * w[feature]
			}
		})
	})
}

// change calls f for all entries, row by row; those that each does not visit are 0.
func (s *tables) change(f func(row []float64)) {
	f(s.hairpin[:])
	f(s.pair[:])
	f(s.bulged[:])
	for k := range s.size {
		f(s.size[k][:])
	}
	for t := range pairTypes {
		f(s.stack[t][:])
		f(s.skip[t][:])
		for a := range s.mismatch[t] {
			f(s.mismatch[t][a][:])
			f(s.turn[t][a][:])
		}
		for a := range s.end[t] {
			f(s.end[t][a][:])
		}
	}
	for a := range s.oneByOne {
		f(s.oneByOne[a][:])
	}
	for _, v := range []*float64{&s.multiLoop, &s.multiUnpaired, &s.multiBranch, &s.outerUnpaired, &s.outerBranch} {
		one := [1]float64{*v}
		f(one[:])
		*v = one[0]
	}
}

// spread adds the entries to the features of which they are sums.
func (s *tables) spread(add counter) {
	s.each(func(entry *float64, count func(add counter)) {
		if *entry != 0 {
			count(func(feature int, times float64) { add(feature, times**entry) })
		}
	})
}

// ends is the entry of the end of helix (i, j) in a multiple loop or outside: the bases after i and before j count.
func (s *tables) ends(x Sequence, i, j int) *float64 {
	after, before := none, none
	if i+1 < len(x) {
		after = int(x[i+1])
	}
	if j > 0 {
		before = int(x[j-1])
	}
	return &s.end[pairType[x[i]][x[j]]][after][before]
}
