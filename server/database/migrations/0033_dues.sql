-- What a borrower owes is worked out from the lender's last figure and the payments since: both are kept.
CREATE TABLE "lender_figures" (
	"loan_id" uuid PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"as_of" date,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lender_figures_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "loans"("id") ON DELETE cascade
);
--> statement-breakpoint
-- The figure of a loan from before this is its due and what was paid, as far as that lowered it when nothing is due.
INSERT INTO lender_figures (loan_id, amount, told_at)
SELECT l.id, l.total_due_amount + coalesce(sum(CASE WHEN l.total_due_amount > 0 THEN p.amount ELSE p.applied_amount END), 0)::bigint,
    least(l.created_at, min(p.created_at) - interval '1 second')
  FROM loans l LEFT JOIN payments p ON p.loan_id = l.id AND p.reversed_at IS NULL
 WHERE l.total_due_amount IS NOT NULL GROUP BY l.id;
--> statement-breakpoint
-- A new loan comes with its figure. A file of the lender says when that was told, and as of which day.
CREATE FUNCTION loans_add_figure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lender_figures (loan_id, amount, as_of, told_at)
  SELECT id, total_due_amount, nullif(current_setting('recoup.figures_as_of', true), '')::date,
    coalesce(nullif(current_setting('recoup.figures_told_at', true), '')::timestamptz, now())
    FROM added WHERE total_due_amount IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_add_figure AFTER INSERT ON loans
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION loans_add_figure();
--> statement-breakpoint
-- Money that agents collected and no payment has confirmed yet stands beside the due.
ALTER TABLE "loans" ADD COLUMN "unverified_amount" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "payment_id" uuid CONSTRAINT "receipts_payment_id_payments_id_fk" REFERENCES "payments"("id");
--> statement-breakpoint
CREATE INDEX "receipts_unverified" ON "receipts" ("loan_id") WHERE "payment_id" IS NULL AND "cancelled_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "receipts_payment" ON "receipts" ("payment_id") WHERE "payment_id" IS NOT NULL;
--> statement-breakpoint
-- A payment confirms one receipt of its loan: the same amount, collected up to ten days before it (or a day after, by the
-- bank's calendar). The oldest of each are paired.
WITH r AS (
  SELECT id, loan_id, amount, collected_on, row_number() OVER (PARTITION BY loan_id, amount ORDER BY collected_on, id) AS place
    FROM receipts WHERE cancelled_at IS NULL),
p AS (
  SELECT id, loan_id, amount, paid_on, row_number() OVER (PARTITION BY loan_id, amount ORDER BY paid_on, id) AS place
    FROM payments WHERE reversed_at IS NULL)
UPDATE receipts t SET payment_id = p.id FROM r JOIN p ON (p.loan_id, p.amount, p.place) = (r.loan_id, r.amount, r.place)
 WHERE t.id = r.id AND p.paid_on BETWEEN r.collected_on - 1 AND r.collected_on + 10;
--> statement-breakpoint
UPDATE loans l SET unverified_amount = r.amount
  FROM (SELECT loan_id, sum(amount)::bigint AS amount FROM receipts
         WHERE cancelled_at IS NULL AND payment_id IS NULL GROUP BY loan_id) r WHERE r.loan_id = l.id;
--> statement-breakpoint
-- The day as of which a lender's file speaks; null: when it was uploaded.
ALTER TABLE "loan_imports" ADD COLUMN "as_of" date;
--> statement-breakpoint
-- How many rows' outcome or due changed between the check and the last try to store them.
ALTER TABLE "loan_imports" ADD COLUMN "changed_rows" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- What a row of a file makes of the due, beside what it is: compared again when the rows are stored.
ALTER TABLE "loan_import_rows" ADD COLUMN "due_before" bigint;
--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "due_after" bigint;
--> statement-breakpoint
-- Who took money in can't cancel its receipt: it asks, and whoever is over it decides.
ALTER TABLE "receipts" ADD COLUMN "cancel_asked_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "cancel_asked_reason" text;
--> statement-breakpoint
CREATE INDEX "receipts_cancel_asked" ON "receipts" ("manager_id") WHERE "cancel_asked_at" IS NOT NULL AND "cancelled_at" IS NULL;
