-- What a row of a sheet says beside money: who gets the loan, the lender's bucket and state, the differences to ours.
ALTER TABLE "activity_sheet_rows" ADD COLUMN "payment_key" text;
--> statement-breakpoint
ALTER TABLE "activity_sheet_rows" ADD COLUMN "applied_amount" bigint;
--> statement-breakpoint
ALTER TABLE "activity_sheet_rows" ADD COLUMN "field_agent" text;
--> statement-breakpoint
ALTER TABLE "activity_sheet_rows" ADD COLUMN "field_agent_id" uuid;
--> statement-breakpoint
ALTER TABLE "activity_sheet_rows" ADD COLUMN "manager" text;
--> statement-breakpoint
ALTER TABLE "activity_sheet_rows" ADD COLUMN "manager_id" uuid;
--> statement-breakpoint
ALTER TABLE "activity_sheet_rows" ADD COLUMN "bucket" text;
--> statement-breakpoint
ALTER TABLE "activity_sheet_rows" ADD COLUMN "status" text;
--> statement-breakpoint
ALTER TABLE "activity_sheet_rows" ADD COLUMN "differences" jsonb;
--> statement-breakpoint
-- Who confirmed or reversed a sheet: its job works in that person's name.
ALTER TABLE "activity_sheets" ADD COLUMN "decided_by" uuid;
--> statement-breakpoint
ALTER TABLE "activity_sheets" ADD COLUMN "reverse_reason" text;
--> statement-breakpoint
ALTER TABLE "activity_sheets" ADD COLUMN "sheet_name" text;
--> statement-breakpoint
-- The loan's last payment before this one: a reversal gives it back.
ALTER TABLE "payments" ADD COLUMN "last_paid_on_before" date;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "last_paid_before" bigint;
