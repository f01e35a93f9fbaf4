ALTER TABLE "receipts" ADD COLUMN "excess_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "excess_reason" text;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "excess_known_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "excess_known_by" uuid;--> statement-breakpoint
CREATE INDEX "receipts_excess" ON "receipts" USING btree ("manager_id") WHERE excess_amount > 0 and excess_known_at is null and cancelled_at is null;