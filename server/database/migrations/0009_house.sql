CREATE TABLE "client_incentives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"role_type" text NOT NULL,
	"incentives" jsonb NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"store_key" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_persons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"partner_id" uuid,
	"name" text NOT NULL,
	"matter" text,
	"designation" text,
	"phone" text,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "portfolios" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"name" text NOT NULL,
	"products" text[] DEFAULT '{}' NOT NULL,
	"buckets" text[] DEFAULT '{}' NOT NULL,
	"starts_on" date,
	"ends_on" date,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "success_fees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"product" text,
	"bucket" text,
	"fee_basis_points" integer NOT NULL,
	"minimum_fee" bigint,
	"updated_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"recipient_client_id" uuid,
	"kind" text NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"client_id" uuid,
	"loan_id" uuid,
	"settlement_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deactivated_at" timestamp with time zone,
	"deactivated_by" uuid,
	"pushed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_sent_at" timestamp with time zone,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "agent_breaks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"process_name" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"firm_name" text NOT NULL,
	"address" text,
	"gst" text,
	"pan" text,
	"share_basis_points" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "targets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"client_id" uuid,
	"month" date NOT NULL,
	"amount" bigint NOT NULL,
	"set_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "gst" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "pan" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "products" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "buckets" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "manager_waiver_percent" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "customer_approval_limit" bigint;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "contact_from" time DEFAULT '08:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "contact_to" time DEFAULT '19:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "retention_days" integer DEFAULT 2555 NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "caller_id_series" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "manual_process" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "predictive_process" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "client_incentives" ADD CONSTRAINT "client_incentives_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_policies" ADD CONSTRAINT "client_policies_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_persons" ADD CONSTRAINT "contact_persons_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_persons" ADD CONSTRAINT "contact_persons_partner_id_users_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolios" ADD CONSTRAINT "portfolios_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "success_fees" ADD CONSTRAINT "success_fees_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_recipient_client_id_clients_id_fk" FOREIGN KEY ("recipient_client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_breaks" ADD CONSTRAINT "agent_breaks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "targets" ADD CONSTRAINT "targets_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "targets" ADD CONSTRAINT "targets_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "client_incentives_role" ON "client_incentives" USING btree ("client_id","role_type");--> statement-breakpoint
CREATE INDEX "client_policies_client" ON "client_policies" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "contact_persons_client" ON "contact_persons" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "contact_persons_partner" ON "contact_persons" USING btree ("partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "portfolios_name" ON "portfolios" USING btree ("client_id",lower(name));--> statement-breakpoint
CREATE UNIQUE INDEX "success_fees_part" ON "success_fees" USING btree ("client_id",coalesce(product, ''),coalesce(bucket, ''));--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_client" ON "notifications" USING btree ("recipient_client_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_user_open" ON "notifications" USING btree ("user_id") WHERE deactivated_at is null;--> statement-breakpoint
CREATE INDEX "notifications_client_open" ON "notifications" USING btree ("recipient_client_id") WHERE deactivated_at is null;--> statement-breakpoint
CREATE INDEX "notifications_settlement" ON "notifications" USING btree ("settlement_id");--> statement-breakpoint
CREATE INDEX "notifications_to_push" ON "notifications" USING btree ("created_at") WHERE pushed_at is null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "agent_breaks_user" ON "agent_breaks" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "agent_breaks_open" ON "agent_breaks" USING btree ("user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "targets_owner_month" ON "targets" USING btree ("owner_id","month",coalesce(client_id, '00000000-0000-0000-0000-000000000000'));--> statement-breakpoint
CREATE INDEX "sessions_created" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_created_by" ON "users" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "dispositions_collected" ON "dispositions" USING btree ("recorded_at") WHERE amount_collected > 0;--> statement-breakpoint
CREATE INDEX "loans_manager_promise" ON "loans" USING btree ("manager_id","promise_date") WHERE promise_date is not null;--> statement-breakpoint
CREATE INDEX "loans_manager_callback" ON "loans" USING btree ("manager_id") WHERE disposition_class = 'CALLBACK';--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_code_unique" UNIQUE("code");
--> statement-breakpoint
ALTER TABLE "alerts" DROP CONSTRAINT "alerts_disposition_id_unique";--> statement-breakpoint
ALTER TABLE "alerts" ALTER COLUMN "alert_type" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "is_field_disposition" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_disposition" ON "alerts" USING btree ("disposition_id","owner_id");--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_type_known" CHECK (is_field_disposition OR alert_type IS NOT NULL);
--> statement-breakpoint

-- People, lenders and portfolios are changed by forms that two persons may have open: the revision tells.
CREATE FUNCTION revision_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_touch BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION revision_touch();
--> statement-breakpoint
CREATE TRIGGER clients_touch BEFORE UPDATE ON clients FOR EACH ROW EXECUTE FUNCTION revision_touch();
--> statement-breakpoint
CREATE TRIGGER portfolios_touch BEFORE UPDATE ON portfolios FOR EACH ROW EXECUTE FUNCTION revision_touch();
--> statement-breakpoint
ALTER TABLE contact_persons ADD CONSTRAINT contact_persons_one_side CHECK (num_nonnulls(client_id, partner_id) = 1);
--> statement-breakpoint
ALTER TABLE notifications ADD CONSTRAINT notifications_one_recipient CHECK (num_nonnulls(user_id, recipient_client_id) = 1);
--> statement-breakpoint
ALTER TABLE clients ADD CONSTRAINT clients_contact_hours CHECK (contact_from < contact_to);
