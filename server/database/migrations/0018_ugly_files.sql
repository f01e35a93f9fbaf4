-- Rows of a lender's file that are no loans (totals, repeated headers), and what people should know about how it was read.
ALTER TABLE "loan_imports" ADD COLUMN "skipped_rows" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "loan_imports" ADD COLUMN "notes" jsonb DEFAULT '[]'::jsonb NOT NULL;
