package generate

import (
	"reflect"
	"testing"
)

// TestSnakes: cells of a snake follow each other by their colors, and a picture is the same again.
func TestSnakes(t *testing.T) {
	t.Parallel()
	snakes := Snakes(50, 7)
	if !reflect.DeepEqual(snakes, Snakes(50, 7)) || reflect.DeepEqual(snakes[0], Snakes(1, 8)[0]) {
		t.Error("the seed does not say which")
	}
	for i, s := range snakes {
		where := make([]int, SnakeStates)
		for at, y := range s.Y {
			if (y == 0) != (s.Color[at] == ground) {
				t.Errorf("picture %d: cell %d has label %d and color %d", i, at, y, s.Color[at])
			}
			where[y] = at
		}
		for k := 1; k < SnakeLength; k++ {
			at, step := where[k], snakeSteps[s.Color[where[k]]]
			if next, ok := s.at(at/s.Columns+step[0], at%s.Columns+step[1]); !ok || next != where[k+1] {
				t.Errorf("picture %d: after cell %d of the snake comes %d, and not %d", i, k, next, where[k+1])
			}
		}
	}
	x, z, ends := SnakeGraphs(snakes[:1])
	s := snakes[0]
	cells, edges := s.Rows*s.Columns, s.Rows*(s.Columns-1)+s.Columns*(s.Rows-1)
	if x.R != cells || x.C != 45 || len(x.Col) != 9*cells || z.R != edges || z.C != 180 || len(ends[0]) != edges {
		t.Errorf("%d × %d features of %d cells, %d × %d of %d edges", x.R, x.C, cells, z.R, z.C, edges)
	}
}
