ALTER TABLE "target_changes" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "target_changes" ADD COLUMN "counts" jsonb DEFAULT '[]'::jsonb NOT NULL;