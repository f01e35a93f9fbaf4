CREATE TABLE "column_mappings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"client_id" uuid,
	"name" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"seen_columns" jsonb,
	"day_order" text,
	"updated_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
INSERT INTO "column_mappings" ("id", "kind", "client_id", "name", "mapping", "seen_columns", "updated_by", "updated_at")
SELECT "id", 'LOANS', "client_id", "name", "mapping", "seen_columns", "updated_by", "updated_at" FROM "loan_mappings";--> statement-breakpoint
INSERT INTO "column_mappings" ("id", "kind", "client_id", "name", "mapping", "day_order", "updated_by", "updated_at")
SELECT "id", "kind", "client_id", "name", "mapping", "day_order", "updated_by", "updated_at" FROM "activity_sheet_mappings";--> statement-breakpoint
INSERT INTO "column_mappings" ("id", "kind", "name", "mapping", "updated_by", "updated_at")
SELECT gen_random_uuid(), 'CALLS', "source", "mapping", "updated_by", "updated_at" FROM "call_sheet_mappings";--> statement-breakpoint
DROP TABLE "activity_sheet_mappings" CASCADE;--> statement-breakpoint
DROP TABLE "call_sheet_mappings" CASCADE;--> statement-breakpoint
DROP TABLE "loan_mappings" CASCADE;--> statement-breakpoint
ALTER TABLE "column_mappings" ADD CONSTRAINT "column_mappings_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "column_mappings_name" ON "column_mappings" USING btree ("client_id","kind","name");--> statement-breakpoint
CREATE UNIQUE INDEX "column_mappings_dialer" ON "column_mappings" USING btree ("kind","name") WHERE client_id is null;