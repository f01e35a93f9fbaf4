-- How the dates of a sheet are written, where somebody said so, and what people should know about how it was read.
ALTER TABLE "activity_sheets" ADD COLUMN "day_order" text;
--> statement-breakpoint
ALTER TABLE "activity_sheets" ADD COLUMN "notes" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "activity_sheet_mappings" ADD COLUMN "day_order" text;
