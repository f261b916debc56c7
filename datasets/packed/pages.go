package packed

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// mostPage is how many bytes a page may have when it is unpacked: usual ones have a million.
const mostPage = 1 << 28

// checkEnd refuses a file whose description, before the last eight bytes, is longer than the file.
func checkEnd(r io.ReaderAt, size int64) error {
	const around = 12 // the magic, and at the end the length and the magic
	var end [8]byte
	if size < around {
		return errors.New("it is cut off: it has no description")
	}
	if _, err := r.ReadAt(end[:], size-int64(len(end))); err != nil {
		return err
	}
	if said := int64(binary.LittleEndian.Uint32(end[:])); string(end[4:]) != "PAR1" || said > size-around {
		return errors.New("it is cut off, or damaged: its description is not where its end says")
	}
	return nil
}

// checkPages goes through the heads of all pages of a file, and refuses one that claims more than there is of the file,
// or more than mostPage, before anybody takes memory for it.
func checkPages(f *parquet.File, r io.ReaderAt, size int64) error {
	for _, group := range f.Metadata().RowGroups {
		for k := range group.Columns {
			of := &group.Columns[k].MetaData
			at := of.DataPageOffset
			if of.DictionaryPageOffset > 0 {
				at = min(at, of.DictionaryPageOffset)
			}
			if at < 0 || at > size || of.TotalCompressedSize < 0 || of.TotalCompressedSize > size-at {
				return fmt.Errorf("its column %v reaches beyond its end: it is cut off, or damaged", of.PathInSchema)
			}
			for end := at + of.TotalCompressedSize; at < end; {
				next, err := afterPage(r, at, end)
				if err != nil {
					return fmt.Errorf("its column %v: the page at byte %d: %w", of.PathInSchema, at, err)
				}
				at = next
			}
		}
	}
	return nil
}

// afterPage is where the page at a place ends.
func afterPage(r io.ReaderAt, at, end int64) (next int64, err error) {
	section := io.NewSectionReader(r, at, end-at)
	in, page := bufio.NewReader(section), &format.PageHeader{}
	var protocol thrift.CompactProtocol
	if err := thrift.NewDecoder(protocol.NewReader(in)).Decode(page); err != nil {
		return 0, err
	}
	read, err := section.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	next = at + read - int64(in.Buffered()) + int64(page.CompressedPageSize)
	switch {
	case page.CompressedPageSize < 0 || page.UncompressedPageSize < 0 || next > end:
		return 0, errors.New("it claims more than there is: the file is damaged")
	case page.UncompressedPageSize > mostPage:
		return 0, fmt.Errorf("it claims %d MB, and %d are read at most: write the file with smaller pages",
			page.UncompressedPageSize>>20, mostPage>>20)
	}
	return next, nil
}
