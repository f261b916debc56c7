package maps

import (
	"sync"

	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Edge says what lies beyond both ends of a signal.
type Edge int

// Zero is nothing, Reflected the signal turned around (x₁ x₀ | x₀ x₁ …), Periodic its other end.
const (
	Zero Edge = iota
	Reflected
	Periodic
)

// at is the place among n of a place that may lie beyond; −1 for none.
func (e Edge) at(i, n int) int {
	switch {
	case i >= 0 && i < n:
		return i
	case e == Zero:
		return -1
	case e == Periodic:
		return ((i % n) + n) % n
	}
	if i = ((i % (2 * n)) + 2*n) % (2 * n); i >= n {
		return 2*n - 1 - i
	}
	return i
}

// Convolution is the map of n numbers to their convolution with a kernel of m, whose middle, m/2 rounded down, lies on
// the number,
//
//	(Ax)_i = Σ_k kernel_k x_{i + ⌊m/2⌋ − k},
//
// as a matrix of m numbers a row. A kernel of an image that is a product of two is
// LazyKronecker(Convolution(down, height, edge), Convolution(across, width, edge)).
func Convolution(kernel []float64, n int, edge Edge) *linalg.CSR {
	var r rows
	row := make([]float64, n)
	for i := range n {
		lo, hi := n, 0
		for k, c := range kernel {
			if j := edge.at(i+len(kernel)/2-k, n); j >= 0 {
				row[j] += c
				lo, hi = min(lo, j), max(hi, j+1)
			}
		}
		for j := lo; j < hi; j++ {
			if row[j] != 0 {
				r.add(j, row[j])
				row[j] = 0
			}
		}
		r.end()
	}
	return r.matrix(n)
}

// Convolution2 is that of an image, given row by row, with a kernel of any size and shape, whose middle lies on the
// pixel. It is made by fast Fourier transforms, in O(size log size), and known by its products alone.
func Convolution2(kernel *linalg.Dense, height, width int, edge Edge) linalg.Map {
	c := &convolution{
		height: height, width: width, tall: smooth(height + kernel.R - 1), wide: smooth(width + kernel.C - 1),
	}
	c.down, c.across = places(height, kernel.R, edge), places(width, kernel.C, edge)
	c.half = c.wide/2 + 1
	c.pool.New = func() any { return c.newTransform() }
	t := c.newTransform()
	for i := range kernel.R {
		copy(t.image[i*c.wide:], kernel.Row(i))
	}
	t.forward()
	c.kernel = append([]complex128(nil), t.spectrum...)
	for k := range c.kernel {
		c.kernel[k] /= complex(float64(c.tall*c.wide), 0)
	}
	return c
}

// places are those among n of the n + m − 1 that a kernel of m reaches.
func places(n, m int, edge Edge) []int {
	out := make([]int, max(0, n+m-1))
	for i := range out {
		out[i] = edge.at(i-(m-1-m/2), n)
	}
	return out
}

// smooth is the least number from n on with no prime factor above 5, of which a transform is quick.
func smooth(n int) int {
	for ; ; n++ {
		left := max(1, n)
		for _, p := range []int{2, 3, 5} {
			for left%p == 0 {
				left /= p
			}
		}
		if left == 1 {
			return max(1, n)
		}
	}
}

// convolution is of the image with what lies beyond its edges, of which the part that the kernel's wrapping around does
// not reach is kept.
type convolution struct {
	height, width    int
	tall, wide, half int // of the transform, and its width
	down, across     []int
	kernel           []complex128
	pool             sync.Pool // of *transform
}

// transform is room for one product.
type transform struct {
	rows            *fourier.FFT
	columns         *fourier.CmplxFFT
	tall, wide      int
	image           []float64
	spectrum        []complex128
	column, changed []complex128
}

func (c *convolution) newTransform() *transform {
	return &transform{
		rows: fourier.NewFFT(c.wide), columns: fourier.NewCmplxFFT(c.tall), tall: c.tall, wide: c.wide,
		image: make([]float64, c.tall*c.wide), spectrum: make([]complex128, c.tall*c.half),
		column: make([]complex128, c.tall), changed: make([]complex128, c.tall),
	}
}

func (t *transform) forward() {
	half := t.wide/2 + 1
	for i := range t.tall {
		t.rows.Coefficients(t.spectrum[i*half:(i+1)*half], t.image[i*t.wide:(i+1)*t.wide])
	}
	t.onColumns(t.columns.Coefficients)
}

func (t *transform) backward() {
	half := t.wide/2 + 1
	t.onColumns(t.columns.Sequence)
	for i := range t.tall {
		t.rows.Sequence(t.image[i*t.wide:(i+1)*t.wide], t.spectrum[i*half:(i+1)*half])
	}
}

func (t *transform) onColumns(of func(dst, seq []complex128) []complex128) {
	half := t.wide/2 + 1
	for j := range half {
		for i := range t.tall {
			t.column[i] = t.spectrum[i*half+j]
		}
		of(t.changed, t.column)
		for i, v := range t.changed {
			t.spectrum[i*half+j] = v
		}
	}
}

// Dims returns the number of pixels, twice.
func (c *convolution) Dims() (rows, columns int) { return c.height * c.width, c.height * c.width }

// MulVec is dst = A x: pixel (i, j) of what a cyclic convolution makes of the extended image stands as many rows and
// columns further on as the kernel has, less one.
func (c *convolution) MulVec(dst, x []float64) {
	checkLengths(c, dst, x)
	t, _ := c.pool.Get().(*transform)
	defer c.pool.Put(t)
	clear(t.image)
	c.each(func(at, from int) { t.image[at] = x[from] })
	t.forward()
	for k, v := range c.kernel {
		t.spectrum[k] *= v
	}
	t.backward()
	top, left := len(c.down)-c.height, len(c.across)-c.width
	for i := range c.height {
		copy(dst[i*c.width:(i+1)*c.width], t.image[(i+top)*c.wide+left:])
	}
}

// MulTransVec is dst = Aᵀ y.
func (c *convolution) MulTransVec(dst, y []float64) {
	checkLengths(c, y, dst)
	t, _ := c.pool.Get().(*transform)
	defer c.pool.Put(t)
	clear(t.image)
	top, left := len(c.down)-c.height, len(c.across)-c.width
	for i := range c.height {
		copy(t.image[(i+top)*c.wide+left:], y[i*c.width:(i+1)*c.width])
	}
	t.forward()
	for k, v := range c.kernel {
		t.spectrum[k] *= complex(real(v), -imag(v))
	}
	t.backward()
	clear(dst)
	c.each(func(at, from int) { dst[from] += t.image[at] })
}

// each calls f for the places of the extended image, and those of the image that they are.
func (c *convolution) each(f func(at, from int)) {
	for i, row := range c.down {
		if row < 0 {
			continue
		}
		for j, column := range c.across {
			if column >= 0 {
				f(i*c.wide+j, row*c.width+column)
			}
		}
	}
}
