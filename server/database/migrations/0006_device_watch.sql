CREATE TABLE "device_gaps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"first_sequence" integer NOT NULL,
	"last_sequence" integer NOT NULL,
	"noticed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone,
	"seen_by" uuid
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "attention_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "given_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "settled_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "clock_offset_ms" bigint;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "storage_usage" bigint;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "storage_quota" bigint;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "is_persisted" boolean;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "key_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "wipe_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "wipe_asked_by" uuid;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "wiped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "server_keys" ADD COLUMN "active_from" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_changes" ADD COLUMN "settled_by" uuid;--> statement-breakpoint
ALTER TABLE "loan_changes" ADD COLUMN "is_taken" boolean;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device_id" uuid;--> statement-breakpoint
CREATE INDEX "device_gaps_device" ON "device_gaps" USING btree ("device_id","user_id");--> statement-breakpoint
CREATE INDEX "loan_changes_open" ON "loan_changes" USING btree ("changed_at") WHERE is_conflict and settled_at is null;--> statement-breakpoint
-- What was delivered before numbers were watched counts as settled.
UPDATE devices SET settled_sequence = last_sequence, given_sequence = last_sequence;
