-- A row chosen to be posted although the same payment was reversed before.
ALTER TABLE "activity_sheet_rows" ADD COLUMN "is_chosen" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- Whom a payment is credited to while no receipt says otherwise.
ALTER TABLE "payments" ADD COLUMN "holder_id" uuid;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "leader_id" uuid;
--> statement-breakpoint
CREATE INDEX "payments_reversed_key" ON "payments" USING btree ("client_id","payment_key") WHERE reversed_at is not null;
--> statement-breakpoint
UPDATE payments p SET holder_id = p.collector_id, leader_id = p.manager_id
 WHERE NOT EXISTS (SELECT 1 FROM receipts r WHERE r.payment_id = p.id AND r.agent_id = p.collector_id);
--> statement-breakpoint
-- By phone nobody takes money in: what a borrower says of it is a claim until a payment confirms it.
ALTER TABLE "receipts" ADD COLUMN "is_claim" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "paid_on" date;
--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "reference" text;
--> statement-breakpoint
-- What was brought to the bank was in hand after all.
UPDATE receipts r SET is_claim = true
 WHERE r.deposit_id IS NULL AND (EXISTS (SELECT 1 FROM dispositions d WHERE d.id = r.disposition_id AND d.channel = 'CALL')
   OR EXISTS (SELECT 1 FROM dispositions_removed m WHERE m.id = r.disposition_id AND m.row->>'channel' = 'CALL'));
--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_claim_not_deposited" CHECK (NOT (is_claim AND deposit_id IS NOT NULL));
--> statement-breakpoint
UPDATE loans l SET unverified_amount = n.amount
  FROM (SELECT loan_id, coalesce(sum(amount) FILTER (WHERE NOT is_claim AND payment_id IS NULL AND cancelled_at IS NULL), 0)::bigint
          AS amount FROM receipts GROUP BY loan_id) n
 WHERE n.loan_id = l.id AND l.unverified_amount <> n.amount;
