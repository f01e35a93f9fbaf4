CREATE TABLE "backup_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"recipient" text,
	"is_scheduled" boolean DEFAULT true NOT NULL,
	"at" text DEFAULT '02:00' NOT NULL,
	"keep_daily" integer DEFAULT 7 NOT NULL,
	"keep_weekly" integer DEFAULT 4 NOT NULL,
	"keep_monthly" integer DEFAULT 12 NOT NULL,
	"since" timestamp with time zone,
	"told_late_on" date,
	CONSTRAINT "backup_settings_one" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"scheduled_for" date,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"snapshot_at" timestamp with time zone,
	"file_name" text,
	"size" bigint,
	"sha256" text,
	"recipient" text,
	"done_rows" bigint DEFAULT 0 NOT NULL,
	"expected_rows" bigint,
	"file_count" integer,
	"problem" text,
	"drill_state" text,
	"drill_at" timestamp with time zone,
	"drill_problem" text,
	"check_state" text,
	"checked_at" timestamp with time zone,
	CONSTRAINT "backups_state_check" CHECK (state in ('WAITING', 'WRITING', 'DRILLING', 'DONE', 'FAILED', 'GONE')),
	CONSTRAINT "backups_drill_state_check" CHECK (drill_state in ('PASSED', 'FAILED', 'NOT_POSSIBLE')),
	CONSTRAINT "backups_check_state_check" CHECK (check_state in ('WAITING', 'GOOD', 'BAD'))
);
--> statement-breakpoint
ALTER TABLE "backups" ADD CONSTRAINT "backups_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backups_newest" ON "backups" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "backups_day" ON "backups" USING btree ("scheduled_for") WHERE state <> 'FAILED';--> statement-breakpoint
INSERT INTO backup_settings DEFAULT VALUES;
