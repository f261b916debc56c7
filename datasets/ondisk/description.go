package ondisk

import (
	"bytes"
	"encoding/gob"
)

// encode writes the description of a file of blocks.
func (b blocksInfo) encode() ([]byte, error) {
	var text bytes.Buffer
	err := gob.NewEncoder(&text).Encode(b)
	return text.Bytes(), err
}

// decode reads it again.
func (b *blocksInfo) decode(text []byte) error {
	return gob.NewDecoder(bytes.NewReader(text)).Decode(b)
}
