-- What a closed loan stood at before, so that reopening gives it back: its status, its open promise, and which later
-- closing (a deletion of a paid loan) took this one's place.
ALTER TABLE "loan_closures" ADD COLUMN "former_status" text DEFAULT 'ACTIVE' NOT NULL;
--> statement-breakpoint
ALTER TABLE "loan_closures" ADD COLUMN "promise_date" date;
--> statement-breakpoint
ALTER TABLE "loan_closures" ADD COLUMN "promise_amount" bigint;
--> statement-breakpoint
ALTER TABLE "loan_closures" ADD COLUMN "superseded_by" uuid;
--> statement-breakpoint
CREATE INDEX "loan_closures_loan" ON "loan_closures" USING btree ("loan_id","closed_at");
