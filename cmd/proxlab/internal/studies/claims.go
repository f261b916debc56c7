package studies

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/spf13/cobra"
)

// NewClaims is the command claims.
func NewClaims() *cobra.Command {
	var asJSON bool
	var ids, ofStudies, verdicts []string
	cmd := &cobra.Command{
		Use:   "claims",
		Short: "Print what the papers claim and what the records kept at paper scale say",
		Long: "Print what the papers claim and what the records kept at paper scale say: a line for every claim, reading\n" +
			"and table; or with --claim some claims in full, with the paper's words, the criterion, the spread, and the\n" +
			"command that measures it anew.",
		Example: "  proxlab claims\n  proxlab claims --claim D-S3\n  proxlab claims --study sparsity --verdict fails,open",
		Args:    ui.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			claims, err := ledger(ids)
			if err == nil {
				claims, err = chosen(claims, ofStudies, verdicts)
			}
			switch {
			case err != nil:
				return err
			case asJSON:
				return json.NewEncoder(cmd.OutOrStdout()).Encode(map[string]any{"claims": claims})
			case len(ids) > 0:
				w := cmd.OutOrStdout()
				_, err := io.WriteString(w, reproduce.ClaimsWithin(claims, min(ui.HelpWidth, cmp.Or(ui.Columns(w), ui.HelpWidth))))
				return err
			}
			return printClaims(cmd.OutOrStdout(), claims)
		},
	}
	cmd.Flags().StringSliceVar(&ids, "claim", nil, "print the claims of these ids in full, as in D-S3")
	cmd.Flags().StringSliceVar(&ofStudies, "study", nil,
		"print the claims of these studies: "+strings.Join(studyNames(), ", "))
	cmd.Flags().StringSliceVar(&verdicts, "verdict", nil,
		"print the claims with these verdicts: "+strings.Join(verdictNames(), ", "))
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object on one line")
	ui.Offers(cmd, "study", studyNames)
	ui.Offers(cmd, "verdict", verdictNames)
	ui.Offers(cmd, "claim", claimIDs)
	return cmd
}

// ledger returns the claims of all studies, or those of some ids.
func ledger(ids []string) ([]reproduce.Claim, error) {
	claims := []reproduce.Claim{}
	var known []string
	for _, s := range Studies {
		judged, err := s.Ledger()
		if err != nil {
			return nil, fmt.Errorf("study %s: %w", s.Name, err)
		}
		for _, c := range judged {
			if !slices.Contains(known, c.ID) {
				known = append(known, c.ID)
			}
			if len(ids) == 0 || slices.ContainsFunc(ids, func(id string) bool { return strings.EqualFold(id, c.ID) }) {
				claims = append(claims, c)
			}
		}
	}
	for _, id := range ids {
		if !slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(id, k) }) {
			return nil, fmt.Errorf("there is no claim %q; there are: %s", id, strings.Join(known, ", "))
		}
	}
	return claims, nil
}

func studyNames() (names []string) {
	for _, s := range Studies {
		names = append(names, s.Name)
	}
	return names
}

func verdictNames() (names []string) {
	for _, v := range reproduce.Verdicts {
		names = append(names, string(v))
	}
	return names
}

// chosen returns the claims of some studies and with some verdicts, of all where none is named.
func chosen(claims []reproduce.Claim, ofStudies, verdicts []string) (out []reproduce.Claim, err error) {
	for _, v := range [][2][]string{{ofStudies, studyNames()}, {verdicts, verdictNames()}} {
		for _, name := range v[0] {
			if !slices.Contains(v[1], name) {
				return nil, ui.Usage(fmt.Errorf("there is no %q; there are: %s", name, strings.Join(v[1], ", ")))
			}
		}
	}
	named := func(names []string, name string) bool { return len(names) == 0 || slices.Contains(names, name) }
	out = []reproduce.Claim{}
	for _, c := range claims {
		if named(ofStudies, c.Study) && named(verdicts, string(c.Verdict)) {
			out = append(out, c)
		}
	}
	return out, nil
}

// verdictAtEnd is a verdict in the last column of a line.
var verdictAtEnd = regexp.MustCompile(`(?m)  (holds|fails|open|not [a-z]+)$`)

// printClaims prints a table, its verdicts in color where the terminal has colors.
func printClaims(w io.Writer, claims []reproduce.Claim) error {
	if !ui.Colored(w) {
		return reproduce.ClaimsTable(claims).Text(w, ui.Columns(w))
	}
	var b strings.Builder
	if err := reproduce.ClaimsTable(claims).Text(&b, ui.Columns(w)); err != nil {
		return err
	}
	colors := map[string]string{"holds": "32", "fails": "31", "open": "33"}
	_, err := io.WriteString(ui.Terminal(w), verdictAtEnd.ReplaceAllStringFunc(b.String(), func(s string) string {
		return "  \x1b[" + cmp.Or(colors[s[2:]], "2") + "m" + s[2:] + "\x1b[0m"
	}))
	return err
}

// claimIDs are those of all claims, each once.
func claimIDs() (out []string) {
	claims, err := ledger(nil)
	if err != nil {
		return nil
	}
	for _, c := range claims {
		if !slices.Contains(out, c.ID) {
			out = append(out, c.ID)
		}
	}
	return out
}
