-- Which sheet brought a loan: counted and taken back by this, also for loans stored before sheets noted it.
DROP INDEX "loans_first_batch";
--> statement-breakpoint
CREATE INDEX "loans_sheet" ON "loans" USING btree (coalesce("first_batch_no", "batch_no"),"status");
