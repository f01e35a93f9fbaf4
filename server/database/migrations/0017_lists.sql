-- A list reads its page from an index in every order it offers, however many loans there are. Each index stands once;
-- the other direction is read backwards, rows without a value apart. Deleted loans are in no list and in none of these.
DROP INDEX "loans_created";
--> statement-breakpoint
CREATE INDEX "loans_created" ON "loans" USING btree ("created_at","id") WHERE status <> 'DELETED';
--> statement-breakpoint
DROP INDEX "loans_due";
--> statement-breakpoint
CREATE INDEX "loans_due" ON "loans" USING btree ("total_due_amount" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loans_customer" ON "loans" USING btree ("customer_name","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loans_by_number" ON "loans" USING btree ("loan_number","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loans_city" ON "loans" USING btree ("city","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loans_bucket" ON "loans" USING btree ("bucket","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loans_dpd" ON "loans" USING btree ("dpd","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loans_principal" ON "loans" USING btree ("principal_outstanding","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loans_due_date" ON "loans" USING btree ("due_date","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loans_worked" ON "loans" USING btree ("disposition_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE status <> 'DELETED';
--> statement-breakpoint
-- Few loans have these: an index of those that do costs the others nothing.
CREATE INDEX "loans_visit" ON "loans" USING btree ("visit_date","id") WHERE status <> 'DELETED' and visit_date is not null;
--> statement-breakpoint
CREATE INDEX "loans_promise" ON "loans" USING btree ("promise_date","id") WHERE status <> 'DELETED' and promise_date is not null;
--> statement-breakpoint
CREATE INDEX "loans_closed" ON "loans" USING btree ("status") WHERE status <> 'ACTIVE';
--> statement-breakpoint
-- What lists narrow by; many loans share a value, of which such an index keeps one.
CREATE INDEX "loans_product" ON "loans" USING btree ("product") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loans_disposition" ON "loans" USING btree ("disposition") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loans_batch" ON "loans" USING btree ("batch_no") WHERE status <> 'DELETED';
--> statement-breakpoint
-- What each person has is counted and summed from these alone.
DROP INDEX "loans_collector";
--> statement-breakpoint
CREATE INDEX "loans_collector" ON "loans" USING btree ("collector_id","disposition_at" DESC NULLS LAST,"id" DESC NULLS FIRST,"total_due_amount");
--> statement-breakpoint
DROP INDEX "loans_manager";
--> statement-breakpoint
CREATE INDEX "loans_manager" ON "loans" USING btree ("manager_id","total_due_amount" DESC NULLS LAST,"id" DESC NULLS FIRST,"status");
--> statement-breakpoint
DROP INDEX "loans_field_agent";
--> statement-breakpoint
CREATE INDEX "loans_field_agent" ON "loans" USING btree ("field_agent_id","visit_date","total_due_amount") WHERE field_agent_id is not null;
