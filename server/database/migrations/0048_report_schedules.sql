CREATE TABLE "client_exports" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"watermark" text,
	"masked_roles" text[] DEFAULT '{}' NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"date_format" text DEFAULT 'DD-MM-YYYY' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "client_exports_date_format_check" CHECK (date_format in ('DD-MM-YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD', 'DD-MMM-YYYY', 'MM/DD/YYYY', 'DDMMYYYY'))
);
--> statement-breakpoint
CREATE TABLE "report_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"schedule_id" uuid NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"recipient_id" uuid NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"file_id" uuid,
	"file_name" text,
	"row_count" integer,
	"address" text,
	"subject" text,
	"body" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp with time zone,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "report_deliveries_state_check" CHECK (state in ('WAITING', 'READY', 'SENDING', 'SENT', 'RECORDED', 'SKIPPED', 'FAILED', 'UNKNOWN'))
);
--> statement-breakpoint
CREATE TABLE "report_schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"view_id" uuid NOT NULL,
	"rhythm" text NOT NULL,
	"weekday" smallint,
	"month_day" smallint,
	"at" text NOT NULL,
	"format" text NOT NULL,
	"is_attached" boolean NOT NULL,
	"recipient_ids" uuid[] NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "report_schedules_rhythm_check" CHECK (rhythm in ('DAILY', 'WEEKLY', 'MONTHLY')),
	CONSTRAINT "report_schedules_day_check" CHECK ((rhythm = 'WEEKLY') = (weekday is not null) and (rhythm = 'MONTHLY') = (month_day is not null)
        and coalesce(weekday, 1) between 1 and 7 and coalesce(month_day, 1) between 1 and 31)
);
--> statement-breakpoint
CREATE TABLE "report_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"report" text NOT NULL,
	"name" text NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"look" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "client_exports" ADD CONSTRAINT "client_exports_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_exports" ADD CONSTRAINT "client_exports_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_schedule_id_report_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."report_schedules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_file_id_report_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."report_files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_view_id_report_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."report_views"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_views" ADD CONSTRAINT "report_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_deliveries_once" ON "report_deliveries" USING btree ("schedule_id","due_at","recipient_id");--> statement-breakpoint
CREATE INDEX "report_deliveries_open" ON "report_deliveries" USING btree ("next_at") WHERE state in ('WAITING', 'READY', 'SENDING');--> statement-breakpoint
CREATE INDEX "report_deliveries_file" ON "report_deliveries" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "report_schedules_due" ON "report_schedules" USING btree ("next_at") WHERE is_active and ended_at is null;--> statement-breakpoint
CREATE INDEX "report_schedules_owner" ON "report_schedules" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "report_schedules_view" ON "report_schedules" USING btree ("view_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_views_name" ON "report_views" USING btree ("owner_id","report",lower("name")) WHERE removed_at is null;

