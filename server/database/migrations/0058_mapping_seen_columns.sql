ALTER TABLE "loan_mappings" ADD COLUMN "seen_columns" jsonb;--> statement-breakpoint
-- What the files had that each mapping was used for so far.
UPDATE "loan_mappings" m SET "seen_columns" = (
  SELECT jsonb_agg(DISTINCT h.value) FROM "loan_imports" i CROSS JOIN LATERAL jsonb_array_elements(i."headers") h
  WHERE i."client_id" = m."client_id" AND i."mapping" = m."mapping" AND i."state" IN ('SAVING', 'DONE'));
