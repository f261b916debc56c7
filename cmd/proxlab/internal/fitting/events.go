package fitting

import "github.com/proxlab/proxlab/cmd/proxlab/internal/words"

// beside reads the columns beside features and targets: offsets, events of times, or queries of documents.
func (r *fitting) beside() (err error) {
	if r.data.Offset, err = r.flags.offsets.Of(r.frame, r.flags.data, r.flags.decimal); err != nil {
		return err
	}
	at := len(words.NonEmpty(r.flags.offsets.Column()))
	if err := r.flags.trials.Divide(r.frame, &r.data, r.flags.data, at); err != nil {
		return err
	}
	if err := r.flags.times.Read(r.frame, &r.data, r.flags.data, r.flags.decimal); err != nil {
		return err
	}
	if err := r.flags.targets().Stack(r.frame, &r.data, r.flags.data, at); err != nil {
		return err
	}
	if r.data.Query != nil { // strata
		return nil
	}
	r.data.Query, err = words.QueriesOf(r.frame, r.flags.data, r.flags.queryColumn())
	return err
}
