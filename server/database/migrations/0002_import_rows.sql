ALTER TABLE "loan_import_rows" DROP CONSTRAINT "loan_import_rows_import_id_loan_imports_id_fk";
--> statement-breakpoint
DROP INDEX "loan_import_rows_number";--> statement-breakpoint
DROP INDEX "loan_import_rows_outcome";--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "customer_name" text;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "mobile_number" text;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "alternate_mobile_number" text;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "pincode" text;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "branch" text;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "product" text;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "bucket" text;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "dpd" integer;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "loan_amount" bigint;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "emi_amount" bigint;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "principal_outstanding" bigint;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "interest_outstanding" bigint;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "penalty_amount" bigint;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "total_due_amount" bigint;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "disbursal_date" date;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "due_date" date;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "last_payment_date" date;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "last_payment_amount" bigint;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "other_columns" jsonb;--> statement-breakpoint
CREATE INDEX "loan_import_rows_outcome" ON "loan_import_rows" USING btree ("import_id","outcome","row") WHERE outcome <> 'NEW';--> statement-breakpoint
ALTER TABLE "loan_import_rows" DROP COLUMN "loan";