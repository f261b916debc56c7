package main

// feedback finds the references that run back up when the files stand in a good order, each above those that it uses:
// the arcs whose removal leaves no circle. The order is that of Eades, Lin and Smyth (A fast and effective heuristic
// for the feedback arc set problem, 1993), then each file is moved to its best place until none gains. The smallest
// number can be less; it is 0 exactly where this one is.
func feedback(uses [][]bool) (up [][2]int) {
	order := greedy(uses)
	for improved := true; improved; {
		improved = false
		for at := range order {
			if to := best(uses, order, at); to != at {
				move(order, at, to)
				improved = true
			}
		}
	}
	for i, lower := range order {
		for _, higher := range order[:i] {
			if uses[lower][higher] {
				up = append(up, [2]int{lower, higher})
			}
		}
	}
	return up
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// greedy puts files that use nothing at the end and those that nothing uses at the start; in a circle, the one that
// uses most more than it is used comes first.
func greedy(uses [][]bool) []int {
	var start, end []int
	left := make([]int, len(uses))
	for i := range left {
		left[i] = i
	}
	for len(left) > 0 {
		at, last := 0, false
		surplus := -len(uses)
		for k, i := range left {
			out, in := 0, 0
			for _, j := range left {
				out += count(uses[i][j])
				in += count(uses[j][i])
			}
			if out == 0 {
				at, last = k, true
				break
			}
			if in == 0 {
				out = len(uses)
			}
			if out-in > surplus {
				at, surplus = k, out-in
			}
		}
		if last {
			end = append([]int{left[at]}, end...)
		} else {
			start = append(start, left[at])
		}
		left = append(left[:at], left[at+1:]...)
	}
	return append(start, end...)
}

// best is the place at which a file of the order has the fewest references back up, its own where no other gains.
func best(uses [][]bool, order []int, at int) int {
	i := order[at]
	to, least, change := at, 0, 0
	for k := at + 1; k < len(order); k++ { // passed on its way down
		change += count(uses[i][order[k]]) - count(uses[order[k]][i])
		if change < least {
			to, least = k, change
		}
	}
	change = 0
	for k := at - 1; k >= 0; k-- {
		change += count(uses[order[k]][i]) - count(uses[i][order[k]])
		if change < least {
			to, least = k, change
		}
	}
	return to
}

func move(order []int, at, to int) {
	i := order[at]
	if at < to {
		copy(order[at:to], order[at+1:to+1])
	} else {
		copy(order[to+1:at+1], order[to:at])
	}
	order[to] = i
}
