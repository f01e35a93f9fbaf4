CREATE TABLE "attribution_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"parts" jsonb NOT NULL,
	"set_by" uuid NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_shares" (
	"payment_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"person_id" uuid,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "payment_shares_payment_id_place_pk" PRIMARY KEY("payment_id","place"),
	CONSTRAINT "payment_shares_amount" CHECK (amount > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "had_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "day_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attribution_rules" ADD CONSTRAINT "attribution_rules_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attribution_rules" ADD CONSTRAINT "attribution_rules_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_shares" ADD CONSTRAINT "payment_shares_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_shares" ADD CONSTRAINT "payment_shares_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attribution_rules_day" ON "attribution_rules" USING btree ("client_id","valid_from");--> statement-breakpoint
CREATE INDEX "payment_shares_person" ON "payment_shares" USING btree ("person_id");