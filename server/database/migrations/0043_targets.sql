CREATE TABLE "board_settings" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"hides_names" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "target_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"target_id" uuid NOT NULL,
	"owner_id" uuid,
	"month" date NOT NULL,
	"before" bigint,
	"after" bigint,
	"changed_by" uuid,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "targets_owner_month";--> statement-breakpoint
ALTER TABLE "targets" ALTER COLUMN "owner_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "targets" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "targets" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "targets" ADD COLUMN "bucket" text;--> statement-breakpoint
ALTER TABLE "targets" ADD COLUMN "product" text;--> statement-breakpoint
ALTER TABLE "targets" ADD COLUMN "loans" integer;--> statement-breakpoint
ALTER TABLE "targets" ADD COLUMN "promises" integer;--> statement-breakpoint
ALTER TABLE "targets" ADD COLUMN "contacts" integer;--> statement-breakpoint
ALTER TABLE "board_settings" ADD CONSTRAINT "board_settings_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "target_changes_owner" ON "target_changes" USING btree ("owner_id","month");--> statement-breakpoint
CREATE INDEX "target_changes_target" ON "target_changes" USING btree ("target_id");--> statement-breakpoint
CREATE UNIQUE INDEX "targets_part" ON "targets" USING btree ("month",coalesce(owner_id, '00000000-0000-0000-0000-000000000000'),coalesce(client_id, '00000000-0000-0000-0000-000000000000'),coalesce(lower(city), ''),coalesce(lower(region), ''),coalesce(lower(bucket), ''),coalesce(lower(product), ''));--> statement-breakpoint
CREATE INDEX "targets_owner" ON "targets" USING btree ("owner_id","month");--> statement-breakpoint
ALTER TABLE "targets" ADD CONSTRAINT "targets_of_something" CHECK (num_nonnulls(owner_id, client_id, city, region, bucket, product) > 0);