package serve

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/spf13/cobra"
)

// frame is one as a client writes it: a header, which gets the list of arrays, and these by their names in order.
func frame(t testing.TB, header map[string]any, names []string, values ...any) []byte {
	t.Helper()
	list, payload := []array{}, []byte{}
	for k, v := range values {
		a := array{Name: names[k]}
		switch v := v.(type) {
		case []float64:
			a.Type, a.Count, payload = "f8", len(v), append(payload, bytesOf(v)...)
		case []float32:
			a.Type, a.Count, payload = "f4", len(v), append(payload, bytesOf(v)...)
		case []int:
			a.Type, a.Count, payload = "i8", len(v), append(payload, bytesOf(v)...)
		case []int32:
			a.Type, a.Count, payload = "i4", len(v), append(payload, bytesOf(v)...)
		case array:
			a = v
		}
		list = append(list, a)
	}
	whole := map[string]any{"arrays": list}
	for k, v := range header {
		whole[k] = v
	}
	text, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	out := append([]byte(magic), version)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	out = binary.LittleEndian.AppendUint64(out, uint64(len(payload)))
	return append(append(out, text...), payload...)
}

// heard is an answer as a client reads it.
type heard struct {
	ID        int64  `json:"id"`
	Kind      string `json:"kind"`
	Error     string `json:"error"`
	Class     string `json:"class"`
	Text      string `json:"text"`
	Fits      []fitted
	Iter      int
	LambdaMax []*float64 `json:"lambda_max"`
	Best      int
	Arrays    []array
	values    map[string][]float64
}

func hear(in io.Reader) (h heard, err error) {
	var lead [leadSize]byte
	if _, err := io.ReadFull(in, lead[:]); err != nil {
		return h, err
	}
	text := make([]byte, binary.LittleEndian.Uint32(lead[4:]))
	if _, err := io.ReadFull(in, text); err != nil {
		return h, err
	}
	if err := json.Unmarshal(text, &h); err != nil {
		return h, err
	}
	h.values = map[string][]float64{}
	for _, a := range h.Arrays {
		v := make([]float64, a.Count)
		if _, err := io.ReadFull(in, bytesOf(v)); err != nil {
			return h, err
		}
		h.values[a.Name] = v
	}
	return h, nil
}

// client is a connection to a server in this process.
type client struct {
	t    *testing.T
	into *io.PipeWriter
	from *bufio.Reader
	done chan error
}

func connect(t *testing.T) *client { return connectTo(t, nil) }

// connectTo is a connection to a server with commands.
func connectTo(t *testing.T, commands func() []*cobra.Command) *client {
	in, into := io.Pipe()
	from, out := io.Pipe()
	c := &client{t, into, bufio.NewReader(from), make(chan error, 1)}
	go func() {
		c.done <- Serve(context.Background(), in, out, func() string { return "test" }, commands)
		_ = out.Close()
	}()
	t.Cleanup(func() {
		_ = into.Close()
		_, _ = io.Copy(io.Discard, c.from)
	})
	return c
}

// ask writes a request and reads its answer; events are passed over.
func (c *client) ask(header map[string]any, names []string, values ...any) heard {
	c.t.Helper()
	c.write(header, names, values...)
	for {
		if h := c.hear(); h.Kind != "event" {
			return h
		}
	}
}

func (c *client) write(header map[string]any, names []string, values ...any) {
	c.t.Helper()
	if _, err := c.into.Write(frame(c.t, header, names, values...)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) hear() heard {
	c.t.Helper()
	h, err := hear(c.from)
	if err != nil {
		c.t.Fatal(err)
	}
	return h
}

// drawn are n examples of d features.
func drawn(n, d int) (x, y []float64) {
	rng := rand.New(rand.NewPCG(47, uint64(n)))
	for range n * d {
		x = append(x, math.Round(8*rng.NormFloat64())/8)
	}
	for i := range n {
		y = append(y, x[i*d]-2*x[i*d+1]+rng.NormFloat64())
	}
	return x, y
}
