-- Receipts of collected money: one that counts per disposition, numbers given in blocks, what was collected so far.
ALTER TABLE "receipts" DROP CONSTRAINT "receipts_disposition_id_unique";
--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "claimed_number" bigint;
--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "number_problem" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_disposition" ON "receipts" USING btree ("disposition_id") WHERE cancelled_at is null;
--> statement-breakpoint
CREATE INDEX "receipts_day" ON "receipts" USING btree ("collected_on","client_id","agent_id");
--> statement-breakpoint
CREATE INDEX "receipts_manager" ON "receipts" USING btree ("manager_id","collected_on");
--> statement-breakpoint
CREATE INDEX "payments_day" ON "payments" USING btree ("paid_on","client_id","collector_id");
--> statement-breakpoint
CREATE INDEX "payments_manager" ON "payments" USING btree ("manager_id","paid_on");
--> statement-breakpoint
-- One step is one device's block of numbers: blocks never overlap, whoever asks at the same moment.
ALTER SEQUENCE receipt_number INCREMENT BY 100;
--> statement-breakpoint
-- What was collected before there were receipts, without numbers. A phone call takes no cash: that money went straight to
-- the lender. The day is that of India (Asia/Kolkata), whatever the session's time zone: a migration knows no settings.
INSERT INTO "receipts" ("id", "disposition_id", "loan_id", "client_id", "agent_id", "manager_id", "amount", "mode",
  "collected_on", "created_at")
SELECT gen_random_uuid(), d.id, d.loan_id, l.client_id, d.agent_id, d.manager_id, d.amount_collected,
  CASE WHEN d.channel = 'CALL' THEN 'ONLINE' END, (d.recorded_at AT TIME ZONE 'Asia/Kolkata')::date, d.created_at
FROM dispositions d JOIN loans l ON l.id = d.loan_id
WHERE d.amount_collected > 0 AND d.code <> 'CALL_STARTED';
