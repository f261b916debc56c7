package sparse

// Factor is P A Pᵀ = L D Lᵀ for a symmetric positive definite matrix A, with L unit lower triangular and sparse. Its
// pattern is found once; Factorize computes it for each A of that pattern.
//
// Source: Davis, Algorithm 849: A Concise Sparse Cholesky Factorization Package, ACM Trans. Math. Softw. 2005.
type Factor struct {
	order  []int32 // variable order[k] is eliminated as number k
	parent []int32 // in the tree of elimination; −1 for a root
	// of the permuted matrix's column k the rows above the diagonal and it, and where in A they stand
	ptr  []int
	row  []int32
	from []int

	start []int // of L's columns
	count []int // of entries that they have so far
	below []int32
	value []float64
	d     []float64

	y       []float64
	flag    []int32
	pattern []int32
}

// Analyze is the factor of matrices of a's pattern, without numbers, in an order that fills little in.
func Analyze(a *Symmetric) *Factor {
	n := a.N
	f := &Factor{
		order: Order(a), parent: make([]int32, n), ptr: make([]int, n+1), row: make([]int32, len(a.Col)),
		from: make([]int, len(a.Col)), start: make([]int, n+1), count: make([]int, n), d: make([]float64, n),
		y: make([]float64, n), flag: make([]int32, n), pattern: make([]int32, n),
	}
	place := make([]int32, n)
	for k, i := range f.order {
		place[i] = int32(k)
	}
	for i := range n {
		for _, j := range a.Col[a.Ptr[i]:a.Ptr[i+1]] {
			f.ptr[max(place[i], place[j])+1]++
		}
	}
	for k := range n {
		f.ptr[k+1] += f.ptr[k]
	}
	next := append([]int(nil), f.ptr[:n]...)
	for i := range n {
		for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
			r, c := place[i], place[a.Col[p]]
			k := max(r, c)
			f.row[next[k]], f.from[next[k]] = min(r, c), p
			next[k]++
		}
	}
	f.tree()
	for k := range n {
		f.start[k+1] = f.start[k] + f.count[k]
	}
	f.below, f.value = make([]int32, f.start[n]), make([]float64, f.start[n])
	return f
}

// tree finds the tree of elimination, and how many entries each column of L has.
func (f *Factor) tree() {
	for k := range f.order {
		f.parent[k], f.flag[k] = -1, int32(k)
		for _, i := range f.row[f.ptr[k]:f.ptr[k+1]] {
			for ; f.flag[i] != int32(k); i = f.parent[i] {
				if f.parent[i] < 0 {
					f.parent[i] = int32(k)
				}
				f.count[i]++
				f.flag[i] = int32(k)
			}
		}
	}
}

// Entries are how many numbers L has below its diagonal.
func (f *Factor) Entries() int { return len(f.value) }

// Products are the multiplications that a factorization takes, about.
func (f *Factor) Products() (sum float64) {
	for k := range f.order {
		c := float64(f.start[k+1] - f.start[k])
		sum += c * (c + 1) / 2
	}
	return sum
}

// Factorize computes L and D of a matrix, row by row, and tells whether all of D is positive; the matrix must have the
// pattern of that which was analyzed.
func (f *Factor) Factorize(a *Symmetric) bool {
	copy(f.count, f.start)
	for k := range f.order {
		top := len(f.order)
		f.flag[k] = int32(k)
		for p := f.ptr[k]; p < f.ptr[k+1]; p++ {
			i := f.row[p]
			f.y[i] += a.Val[f.from[p]]
			from := top // the path up the tree, which the pattern has in front of what it had
			length := 0
			for ; f.flag[i] != int32(k); i = f.parent[i] {
				f.pattern[length] = i
				length++
				f.flag[i] = int32(k)
			}
			for length > 0 {
				from--
				length--
				f.pattern[from] = f.pattern[length]
			}
			top = from
		}
		d := f.y[k]
		f.y[k] = 0
		for _, i := range f.pattern[top:] {
			y := f.y[i]
			f.y[i] = 0
			lo, hi := f.start[i], f.count[i]
			below, value := f.below[lo:hi], f.value[lo:hi]
			for p, j := range below {
				f.y[j] -= value[p] * y
			}
			l := y / f.d[i]
			d -= l * y
			f.below[hi], f.value[hi] = int32(k), l
			f.count[i]++
		}
		if !(d > 0) {
			clear(f.y)
			return false
		}
		f.d[k] = d
	}
	return true
}

// Solve replaces b by A⁻¹b.
func (f *Factor) Solve(b []float64) {
	x := f.y // 0 between calls
	for k, i := range f.order {
		x[k] = b[i]
	}
	for k, v := range x {
		value := f.value[f.start[k]:f.start[k+1]]
		for p, j := range f.below[f.start[k]:f.start[k+1]] {
			x[j] -= value[p] * v
		}
	}
	for k := len(x) - 1; k >= 0; k-- {
		v := x[k] / f.d[k]
		value := f.value[f.start[k]:f.start[k+1]]
		for p, j := range f.below[f.start[k]:f.start[k+1]] {
			v -= value[p] * x[j]
		}
		x[k] = v
	}
	for k, i := range f.order {
		b[i] = x[k]
	}
	clear(x)
}
