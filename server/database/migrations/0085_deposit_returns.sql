-- A cheque of a deposit came back: what is taken out of a deposit that stands, who did it and why.
CREATE TABLE "deposit_returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deposit_id" uuid NOT NULL,
	"receipt_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"taken_by" uuid NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deposit_returns" ADD CONSTRAINT "deposit_returns_deposit_id_deposits_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposit_returns_deposit" ON "deposit_returns" USING btree ("deposit_id");--> statement-breakpoint
CREATE INDEX "deposit_returns_receipt" ON "deposit_returns" USING btree ("receipt_id");