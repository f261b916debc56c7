package model

import (
	"encoding/json"
	"fmt"
	"io"
)

// saving says of which model an error was.
func saving(what string, err error) error {
	if err != nil {
		return fmt.Errorf("saving %s: %w", what, err)
	}
	return nil
}

// saveJSON writes a model's file as one JSON object; what names the model.
func saveJSON(w io.Writer, what string, file any) error {
	return saving(what, json.NewEncoder(w).Encode(file))
}

// loadJSON reads what saveJSON wrote, strictly: see readStrictly.
func loadJSON(r io.Reader, into any, what, format string, versions ...int) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return fmt.Errorf("reading the %s: %w", what, err)
	}
	return readStrictly(text, into, what, format, versions...)
}
