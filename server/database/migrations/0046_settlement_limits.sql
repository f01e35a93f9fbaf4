CREATE TABLE "settlement_limits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"portfolio_id" uuid,
	"product" text,
	"bucket" text,
	"manager_percent" integer NOT NULL,
	"manager_amount" bigint,
	"admin_percent" integer NOT NULL,
	"admin_amount" bigint,
	"client_percent" integer NOT NULL,
	"client_amount" bigint,
	"delegated_amount" bigint NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settlement_limits_part" CHECK (num_nonnulls(portfolio_id, product, bucket) > 0),
	CONSTRAINT "settlement_limits_percents" CHECK (manager_percent between 0 and 100 and admin_percent between 0 and 100 and client_percent between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "settlement_rules" ADD COLUMN "sanction_amount" bigint;--> statement-breakpoint
ALTER TABLE "settlement_limits" ADD CONSTRAINT "settlement_limits_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_limits" ADD CONSTRAINT "settlement_limits_portfolio_id_portfolios_id_fk" FOREIGN KEY ("portfolio_id") REFERENCES "public"."portfolios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_limits" ADD CONSTRAINT "settlement_limits_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_limits_named" ON "settlement_limits" USING btree ("client_id",coalesce(portfolio_id::text, ''),lower(coalesce(product, '')),lower(coalesce(bucket, '')));--> statement-breakpoint
CREATE INDEX "settlement_limits_portfolio" ON "settlement_limits" USING btree ("portfolio_id");