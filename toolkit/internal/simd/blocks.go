package simd

import (
	"slices"
	"sync"
)

// packed is the room for a block of A and one of B, and for a tile at the edge of C.
type packed struct {
	a, b []float64
	rows []float64 // of a part of A
	edge [8 * 24]float64
}

var rooms = sync.Pool{New: func() any { return new(packed) }}

// block adds a product up on one core, blocks of B outermost. Where there are few columns, A is read where it lies.
//
// Source: Goto, van de Geijn, Anatomy of High-Performance Matrix Multiplication, ACM TOMS 2008; Van Zee, van de Geijn,
// BLIS: A Framework for Rapidly Instantiating BLAS Functionality, ACM TOMS 2015, figure 1.
func (p Product) block(t *tiles) {
	room := rooms.Get().(*packed)
	defer rooms.Put(room)
	if p.isWide(t) {
		p.byParts(t, room)
		return
	}
	p.blockIn(t, room)
}

// blockIn is block with room.
func (p Product) blockIn(t *tiles, room *packed) {
	for j := 0; j < p.C; j += blockColumns {
		columns := min(blockColumns, p.C-j)
		depth := p.depth(columns, t)
		for k := 0; k < p.Inner; k += depth {
			inner := min(depth, p.Inner-k)
			var weights []float64
			if p.Weights != nil {
				weights = p.Weights[k : k+inner]
			}
			room.b = packColumns(room.b, p.B.from(k, j), inner, columns, t, p.Alpha, weights)
			for i := 0; i < p.R && !(p.Upper && i >= j+columns); i += blockRows {
				part := p
				part.R, part.C, part.Inner = min(blockRows, p.R-i), columns, inner
				part.A, part.Sum = p.A.from(i, k), p.Sum[i*p.Stride+j:]
				part.addTiles(t, room, i-j)
			}
		}
	}
}

// A block of A whose columns are in one piece each is copied from so many rows and registers of columns on, by so many
// rows and columns: what is left of it in a second-level cache are all numbers that C takes of these rows, and C is
// read and written once. Where it lies, a column's numbers are a page each.
const (
	wideRows   = 4096
	wideFrom   = 3
	copiedRows = 192
)

// isWide tells whether it is.
func (p *Product) isWide(t *tiles) bool {
	registers := (p.C + t.lanes - 1) / t.lanes
	return p.A.Row == 1 && !p.Upper && p.R >= wideRows && registers >= wideFrom && registers <= streamedColumns
}

// byParts is block by copies of parts of A.
func (p Product) byParts(t *tiles, room *packed) {
	for i := 0; i < p.R; i += copiedRows {
		rows := min(copiedRows, p.R-i)
		for k := 0; k < p.Inner; k += blockInner {
			part, inner := p, min(blockInner, p.Inner-k)
			room.rows = grown(room.rows, rows*inner)
			for at := range inner {
				copy(room.rows[at*rows:(at+1)*rows], p.A.from(i, k+at).Data)
			}
			part.R, part.Inner, part.Sum = rows, inner, p.Sum[i*p.Stride:]
			part.A, part.B = Matrix{room.rows, 1, rows}, p.B.from(k, 0)
			if p.Weights != nil {
				part.Weights = p.Weights[k : k+inner]
			}
			part.blockIn(t, room)
		}
	}
}

// So few registers of columns that laying out A takes longer than reading it where it lies does: any A, and one whose
// columns are in one piece each. The rows of the former are read in long pieces. Of the columns of the latter, whose
// first numbers lie in as many pages, a block has no more than a processor reads ahead in, but for short ones, of which
// it has what a second-level cache holds beside others; as long as C, which is then read and written more often, is
// small.
const (
	fewColumns      = 6
	longInner       = 1024
	fewOfRows       = 32
	streamedColumns = 16
	streams         = 24
	streamedBlock   = 1 << 14
)

// depth is how many columns of A a block has, for so many columns of B.
func (p *Product) depth(columns int, t *tiles) int {
	switch registers := (columns + t.lanes - 1) / t.lanes; {
	case p.A.Row == 1 && registers <= streamedColumns:
		return max(streams, min(blockInner, streamedBlock/p.A.Col))
	case p.A.Row != 1 && registers <= fewColumns:
		return longInner
	}
	return blockInner
}

// addTiles adds up a block of C, tile by tile. below is how far its first row is below the diagonal.
func (p *Product) addTiles(t *tiles, room *packed, below int) {
	few := fewColumns
	if p.A.Row == 1 {
		few = fewOfRows
	}
	inPlace := p.C <= few*t.lanes && p.R >= t.rows
	if !inPlace {
		room.a = packRows(room.a, p.A, p.R, p.Inner, t.rows)
	}
	width := 3 * t.lanes
	for j := 0; j < p.C; j += width {
		columns := min(width, p.C-j)
		vectors := (columns + t.lanes - 1) / t.lanes
		run, wide, last := t.of[vectors-1], vectors*t.lanes, columns-(vectors-1)*t.lanes
		b := room.b[j*p.Inner : (j+wide)*p.Inner]
		for i := 0; i < p.R; i += t.rows {
			first := -t.rows // how far the tile's first row is below its first column
			if p.Upper {
				first = i + below - j
			}
			if first >= columns {
				break
			}
			a, rows, c := p.A, min(t.rows, p.R-i), p.Sum[i*p.Stride+j:]
			above := 0 // so many rows of the last tile are of the one before
			if inPlace {
				above = t.rows - rows
				a.Data = a.Data[(i-above)*a.Row:]
			} else {
				a = Matrix{room.a[i*p.Inner : (i+t.rows)*p.Inner], 1, t.rows}
			}
			if rows == t.rows && first+rows <= 1 {
				run(p.Inner, a.Data, a.Row, a.Col, b, c, p.Stride, last)
				continue
			}
			edge := room.edge[:t.rows*wide]
			part := edge[above*wide:]
			for i := range rows {
				copy(part[i*wide:i*wide+columns], c[i*p.Stride:])
			}
			run(p.Inner, a.Data, a.Row, a.Col, b, edge, wide, last)
			for i := range rows {
				if from := max(0, first+i); from < columns {
					copy(c[i*p.Stride+from:i*p.Stride+columns], part[i*wide+from:])
				}
			}
		}
	}
}

// packRows lays out A by panels of height rows, each column by column; rows that are missing are what was there.
func packRows(room []float64, a Matrix, rows, inner, height int) []float64 {
	room = grown(room, (rows+height-1)/height*height*inner)
	for i0 := 0; i0 < rows; i0 += height {
		panel, count := room[i0*inner:(i0+height)*inner], min(height, rows-i0)
		from, done := a.from(i0, 0), 0
		switch {
		case a.Row == 1 && count == 8 && height == 8:
			for k := range inner {
				*(*[8]float64)(panel[k*8:]) = *(*[8]float64)(from.Data[k*a.Col:])
			}
			continue
		case a.Row == 1:
			for k := range inner {
				copy(panel[k*height:k*height+count], from.Data[k*a.Col:])
			}
			continue
		case a.Col == 1:
			for ; count-done >= 4; done += 4 {
				x := from.Data[done*a.Row:]
				packFour(panel[done:], height, x[:inner], x[a.Row:], x[2*a.Row:], x[3*a.Row:], nil)
			}
		}
		for ; done < count; done++ {
			packOne(panel[done:], height, Matrix{from.Data[done*a.Row:], a.Col, 1}, inner, nil)
		}
	}
	return room
}

// unweighted are weights that are none.
var unweighted = slices.Repeat([]float64{1}, longInner)

// packColumns lays out α B, with weighted rows, by panels of three registers of columns, each row by row; the last
// panel has as many registers as it needs.
func packColumns(room []float64, b Matrix, inner, columns int, t *tiles, alpha float64, weights []float64) []float64 {
	lanes := t.lanes
	room = grown(room, (columns+lanes-1)/lanes*lanes*inner)
	for j0 := 0; j0 < columns; j0 += 3 * lanes {
		count := min(3*lanes, columns-j0)
		wide := (count + lanes - 1) / lanes * lanes
		panel := room[j0*inner : (j0+wide)*inner]
		switch {
		case b.Col == 1 && count == 3*lanes && t.pack != nil:
			by := weights
			if by == nil {
				by = unweighted[:inner]
			}
			t.pack(panel, b.Data[j0:], b.Row, by)
		case b.Col == 1 && weights == nil:
			for k := range inner {
				copy(panel[k*wide:k*wide+count], b.Data[k*b.Row+j0:])
			}
		case b.Col == 1:
			for k, w := range weights {
				to := panel[k*wide : k*wide+count]
				for j, v := range b.Data[k*b.Row+j0:][:count] {
					to[j] = w * v
				}
			}
		default:
			packTransposed(panel, wide, b.from(0, j0), inner, count, weights)
		}
	}
	if alpha != 1 {
		for i := range room {
			room[i] *= alpha
		}
	}
	return room
}

// packTransposed lays out columns that are not side by side, four at a time where each is in one piece.
func packTransposed(panel []float64, wide int, b Matrix, inner, columns int, weights []float64) {
	done := 0
	for ; b.Row == 1 && columns-done >= 4; done += 4 {
		x := b.from(0, done).Data
		packFour(panel[done:], wide, x[:inner], x[b.Col:], x[2*b.Col:], x[3*b.Col:], weights)
	}
	for ; done < columns; done++ {
		packOne(panel[done:], wide, b.from(0, done), inner, weights)
	}
}

// packOne writes the first column of B to every wide-th place.
func packOne(panel []float64, wide int, b Matrix, inner int, weights []float64) {
	if weights == nil {
		for k := range inner {
			panel[k*wide] = b.Data[k*b.Row]
		}
		return
	}
	for k, w := range weights {
		panel[k*wide] = w * b.Data[k*b.Row]
	}
}

// packFour writes four columns, as many numbers of each as the first has, side by side to every wide-th place.
func packFour(panel []float64, wide int, x0, x1, x2, x3, weights []float64) {
	inner := len(x0)
	x1, x2, x3 = x1[:inner], x2[:inner], x3[:inner]
	if weights == nil {
		for k, v := range x0 {
			to := (*[4]float64)(panel[k*wide:])
			to[0], to[1], to[2], to[3] = v, x1[k], x2[k], x3[k]
		}
		return
	}
	for k, w := range weights[:inner] {
		to := (*[4]float64)(panel[k*wide:])
		to[0], to[1], to[2], to[3] = w*x0[k], w*x1[k], w*x2[k], w*x3[k]
	}
}

// grown is room for n numbers.
func grown(room []float64, n int) []float64 {
	if cap(room) < n {
		room = make([]float64, n)
	}
	return room[:n]
}
