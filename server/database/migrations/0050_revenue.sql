CREATE TABLE "employee_costs" (
	"person_id" uuid NOT NULL,
	"month" date NOT NULL,
	"salary" bigint NOT NULL,
	"incentive" bigint NOT NULL,
	"calls" bigint NOT NULL,
	"visits" bigint NOT NULL,
	"set_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "employee_costs_person_id_month_pk" PRIMARY KEY("person_id","month")
);
--> statement-breakpoint
CREATE TABLE "fee_agreements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"terms" jsonb NOT NULL,
	"set_by" uuid,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "fee_agreements_days" CHECK (valid_to is null or valid_to >= valid_from)
);
--> statement-breakpoint
CREATE TABLE "invoice_disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"raised_by" uuid NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	"answer" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "invoice_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"action" text NOT NULL,
	"note" text,
	"by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"agreement_id" uuid,
	"loan_id" uuid,
	"loan_number" text,
	"payment_id" uuid,
	"settlement_id" uuid,
	"credits_id" uuid,
	"on_date" date NOT NULL,
	"base" bigint,
	"basis_points" integer,
	"fee" bigint NOT NULL,
	"gst" bigint NOT NULL,
	"tds" bigint NOT NULL,
	CONSTRAINT "invoice_lines_kind_check" CHECK (kind in ('PAYMENT', 'VISIT', 'SETTLEMENT', 'MINIMUM', 'CREDIT'))
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"financial_year" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"month" date NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"financial_year" text,
	"sequence" integer,
	"number" text,
	"sent_on" date,
	"sent_at" timestamp with time zone,
	"fee" bigint,
	"gst" bigint,
	"tds" bigint,
	"line_count" integer,
	"parties" jsonb,
	"paid_on" date,
	"paid_reference" text,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_state_check" CHECK (state in ('DRAFT', 'SENT', 'DISPUTED', 'AGREED', 'PAID')),
	CONSTRAINT "invoices_sent_check" CHECK ((state = 'DRAFT') = (number is null) and (number is null) = (fee is null) and (number is null) = (parties is null)
        and (number is null) = (sequence is null) and (number is null) = (sent_on is null))
);
--> statement-breakpoint
CREATE TABLE "invoicing_details" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"details" jsonb NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "loan_then" jsonb;--> statement-breakpoint
ALTER TABLE "employee_costs" ADD CONSTRAINT "employee_costs_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_costs" ADD CONSTRAINT "employee_costs_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_agreements" ADD CONSTRAINT "fee_agreements_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_agreements" ADD CONSTRAINT "fee_agreements_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_disputes" ADD CONSTRAINT "invoice_disputes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_disputes" ADD CONSTRAINT "invoice_disputes_line_id_invoice_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."invoice_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_disputes" ADD CONSTRAINT "invoice_disputes_raised_by_users_id_fk" FOREIGN KEY ("raised_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_disputes" ADD CONSTRAINT "invoice_disputes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_events" ADD CONSTRAINT "invoice_events_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_events" ADD CONSTRAINT "invoice_events_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoicing_details" ADD CONSTRAINT "invoicing_details_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fee_agreements_day" ON "fee_agreements" USING btree ("client_id","valid_from") WHERE replaced_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_disputes_open" ON "invoice_disputes" USING btree ("line_id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "invoice_disputes_invoice" ON "invoice_disputes" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "invoice_disputes_line" ON "invoice_disputes" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "invoice_events_invoice" ON "invoice_events" USING btree ("invoice_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_lines_source" ON "invoice_lines" USING btree ("client_id","source");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_lines_position" ON "invoice_lines" USING btree ("invoice_id","position");--> statement-breakpoint
CREATE INDEX "invoice_lines_payment" ON "invoice_lines" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "invoice_lines_day" ON "invoice_lines" USING btree ("on_date","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_month" ON "invoices" USING btree ("client_id","month");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("financial_year","sequence");--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ("month" DESC NULLS LAST,"id");--> statement-breakpoint
-- The best that is known of loans whose payments were posted before this was kept.
UPDATE payments p SET loan_then = jsonb_build_object('product', l.product, 'bucket', l.bucket, 'dpd', l.dpd)
  FROM loans l WHERE l.id = p.loan_id;
--> statement-breakpoint
CREATE FUNCTION invoices_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What was invoiced is frozen: corrections are lines of the next invoice.' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_frozen BEFORE UPDATE OR DELETE ON invoice_lines
  FOR EACH ROW EXECUTE FUNCTION invoices_refuse();
--> statement-breakpoint
CREATE TRIGGER invoice_events_append_only BEFORE UPDATE ON invoice_events
  FOR EACH ROW EXECUTE FUNCTION invoices_refuse();
--> statement-breakpoint
CREATE TRIGGER invoices_frozen BEFORE UPDATE ON invoices FOR EACH ROW
  WHEN (old.number IS NOT NULL AND (new.state = 'DRAFT'
    OR (old.client_id, old.month, old.number, old.financial_year, old.sequence, old.sent_on, old.sent_at, old.fee, old.gst,
        old.tds, old.line_count, old.parties)
      IS DISTINCT FROM (new.client_id, new.month, new.number, new.financial_year, new.sequence, new.sent_on, new.sent_at,
        new.fee, new.gst, new.tds, new.line_count, new.parties)))
  EXECUTE FUNCTION invoices_refuse();
--> statement-breakpoint
CREATE TRIGGER invoices_kept BEFORE DELETE ON invoices FOR EACH ROW
  WHEN (old.number IS NOT NULL) EXECUTE FUNCTION invoices_refuse();


