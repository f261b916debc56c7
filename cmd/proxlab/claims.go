package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/reproduce"
)

func newClaims() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "claims",
		Short: "Print what the papers claim and what the records kept at paper scale say",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			claims := []reproduce.Claim{}
			for _, s := range studies {
				c, err := s.Ledger()
				if err != nil {
					return fmt.Errorf("study %s: %w", s.Name, err)
				}
				claims = append(claims, c...)
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(map[string]any{"claims": claims})
			}
			return reproduce.ClaimsTable(claims).Text(cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object on one line")
	return cmd
}
