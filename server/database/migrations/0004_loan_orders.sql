DROP INDEX "loans_collector";--> statement-breakpoint
DROP INDEX "loans_manager";--> statement-breakpoint
DROP INDEX "loans_due";--> statement-breakpoint
CREATE INDEX "loans_manager_worked" ON "loans" USING btree ("manager_id","disposition_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "loans_collector" ON "loans" USING btree ("collector_id","disposition_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "loans_manager" ON "loans" USING btree ("manager_id","total_due_amount" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "loans_due" ON "loans" USING btree ("total_due_amount" DESC NULLS LAST,"id" DESC NULLS FIRST);