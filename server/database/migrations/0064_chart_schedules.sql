ALTER TABLE "report_schedules" ALTER COLUMN "view_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD COLUMN "chart_id" uuid;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_one_thing" CHECK ((view_id is null) <> (chart_id is null));