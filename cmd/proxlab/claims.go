package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/reproduce"
)

func newClaims() *cobra.Command {
	var asJSON bool
	var ids []string
	cmd := &cobra.Command{
		Use:   "claims",
		Short: "Print what the papers claim and what the records kept at paper scale say",
		Long: "Print what the papers claim and what the records kept at paper scale say: a line for every claim, reading\n" +
			"and table; or with --claim some claims in full, with the paper's words, the criterion, the spread, and the\n" +
			"command that measures it anew.",
		Example: "  proxlab claims\n  proxlab claims --claim D-S3",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			claims, err := ledger(ids)
			switch {
			case err != nil:
				return err
			case asJSON:
				return json.NewEncoder(cmd.OutOrStdout()).Encode(map[string]any{"claims": claims})
			case len(ids) > 0:
				_, err := io.WriteString(cmd.OutOrStdout(), reproduce.ClaimsInFull(claims))
				return err
			}
			return reproduce.ClaimsTable(claims).Text(cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringSliceVar(&ids, "claim", nil, "print the claims of these ids in full, as in D-S3")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object on one line")
	return cmd
}

// ledger returns the claims of all studies, or those of some ids.
func ledger(ids []string) ([]reproduce.Claim, error) {
	claims := []reproduce.Claim{}
	var known []string
	for _, s := range studies {
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
