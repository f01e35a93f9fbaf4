-- A sharing-out keeps its plan in figures, how far it was carried out (a killed process goes on from there), who
-- confirmed and took it back; a planned loan keeps who had it, so that it can be given back.
ALTER TABLE "allocation_runs" ADD COLUMN "summary" jsonb;
--> statement-breakpoint
ALTER TABLE "allocation_runs" ADD COLUMN "applied_to" uuid;
--> statement-breakpoint
ALTER TABLE "allocation_runs" ADD COLUMN "changed_loans" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "allocation_runs" ADD COLUMN "undone_loans" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "allocation_runs" ADD COLUMN "kept_loans" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "allocation_runs" ADD COLUMN "confirmed_by" uuid;
--> statement-breakpoint
ALTER TABLE "allocation_runs" ADD COLUMN "confirmed_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "allocation_runs" ADD COLUMN "undone_by" uuid;
--> statement-breakpoint
ALTER TABLE "allocation_runs" ADD COLUMN "has_plan" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "allocation_run_loans" ADD COLUMN "before_collector_id" uuid;
--> statement-breakpoint
ALTER TABLE "allocation_run_loans" ADD COLUMN "before_manager_id" uuid;
--> statement-breakpoint
ALTER TABLE "allocation_run_loans" ADD COLUMN "before_field_agent_id" uuid;
--> statement-breakpoint
ALTER TABLE "allocation_run_loans" ADD COLUMN "before_visit_date" date;
--> statement-breakpoint
-- Runs that are in work or whose plan is still to be dropped: the few that are looked for again and again.
CREATE INDEX "allocation_runs_open" ON "allocation_runs" USING btree ("state") WHERE has_plan;
