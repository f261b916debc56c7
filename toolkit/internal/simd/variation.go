package simd

import "math"

// VariationStep is a step on the dual variables of total variation of a row of an image, for pixels j that have a right
// neighbour in the row: with (a, b) the projection of r_j + step·(below_j − row_j, row_{j+1} − row_j) on the disk of
// radius 1,
//
//	r_j ← (a, b) + β((a, b) − p_j),      p_j ← (a, b).
//
// p1, p2, r1, r2 and below have as many numbers, row at least one more. Nothing is fused: the order is that of the
// plain form.
func VariationStep(p1, p2, r1, r2, row, below []float64, step, beta float64) {
	n := len(p1)
	if len(p2) != n || len(r1) != n || len(r2) != n || len(row) <= n || len(below) != n {
		panic(badShape)
	}
	k := variationStep(p1, p2, r1, r2, row, below, step, beta)
	variationStepPlain(p1[k:], p2[k:], r1[k:], r2[k:], row[k:], below[k:], step, beta)
}

func variationStepPlain(p1, p2, r1, r2, row, below []float64, step, beta float64) {
	p2, r1, r2, below = p2[:len(p1)], r1[:len(p1)], r2[:len(p1)], below[:len(p1)]
	here := row[0]
	for j, right := range row[1 : len(p1)+1] {
		a, b := r1[j]+float64(step*(below[j]-here)), r2[j]+float64(step*(right-here))
		here = right
		if square := float64(a*a) + float64(b*b); square > 1 {
			norm := 1 / math.Sqrt(square)
			a *= norm
			b *= norm
		}
		r1[j], r2[j] = a+float64(beta*(a-p1[j])), b+float64(beta*(b-p2[j]))
		p1[j], p2[j] = a, b
	}
}

// VariationTerms is norm_j = ‖d_j‖ and slack_j = norm_j − ⟨d_j, (p1_j, p2_j)⟩ of d_j = (below_j − row_j, row_{j+1} −
// row_j): what total variation and its duality gap are sums of, for pixels that have a right neighbour. row has at
// least one number more than all others.
func VariationTerms(norm, slack, row, below, p1, p2 []float64) {
	n := len(norm)
	if len(slack) != n || len(row) <= n || len(below) != n || len(p1) != n || len(p2) != n {
		panic(badShape)
	}
	k := variationTerms(norm, slack, row, below, p1, p2)
	variationTermsPlain(norm[k:], slack[k:], row[k:], below[k:], p1[k:], p2[k:])
}

func variationTermsPlain(norm, slack, row, below, p1, p2 []float64) {
	for j := range norm {
		down, right := below[j]-row[j], row[j+1]-row[j]
		norm[j] = math.Sqrt(float64(down*down) + float64(right*right))
		slack[j] = norm[j] - float64(down*p1[j]) - float64(right*p2[j])
	}
}

// VariationImage is dst_j = y_j + c (right_j − left_j + down_j − up_j): an image less a multiple of the adjoint of the
// gradient. All have as many numbers.
func VariationImage(dst, y, right, left, down, up []float64, c float64) {
	n := len(dst)
	if len(y) != n || len(right) != n || len(left) != n || len(down) != n || len(up) != n {
		panic(badShape)
	}
	for j := variationImage(dst, y, right, left, down, up, c); j < n; j++ {
		dst[j] = y[j] + float64(c*(right[j]-left[j]+down[j]-up[j]))
	}
}
