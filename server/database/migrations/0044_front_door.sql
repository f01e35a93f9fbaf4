CREATE TABLE "audit_reads" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_role" text NOT NULL,
	"call" text NOT NULL,
	"about" text,
	"address" text NOT NULL,
	"user_agent" text,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_places" (
	"account" text NOT NULL,
	"place" text NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "login_places_account_place_pk" PRIMARY KEY("account","place")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "login_failures" ADD COLUMN "place" text;--> statement-breakpoint
CREATE INDEX "audit_reads_about" ON "audit_reads" USING btree ("about","at");--> statement-breakpoint
CREATE INDEX "audit_reads_actor" ON "audit_reads" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "audit_reads_at" ON "audit_reads" USING btree ("at");
--> statement-breakpoint
-- Counts of a few minutes: a crash may forget them.
ALTER TABLE "rate_limits" SET UNLOGGED;
