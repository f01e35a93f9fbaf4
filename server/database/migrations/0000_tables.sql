CREATE TABLE "audit_log" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"actor_role" text,
	"action" text NOT NULL,
	"entity" text,
	"entity_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea",
	"label" text,
	"app_version" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_delivered_at" timestamp with time zone,
	"last_pulled_at" timestamp with time zone,
	"unsent_count" integer DEFAULT 0 NOT NULL,
	"oldest_unsent_at" timestamp with time zone,
	"last_sequence" integer DEFAULT 0 NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "devices_id_user_id_pk" PRIMARY KEY("id","user_id"),
	CONSTRAINT "devices_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"op_id" uuid PRIMARY KEY NOT NULL,
	"payload_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"call" text NOT NULL,
	"outcome" text NOT NULL,
	"status" integer NOT NULL,
	"code" text,
	"message" text,
	"waits_for" uuid,
	"sealed" jsonb,
	"clock_offset_ms" integer,
	"delivered_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"public_key" "bytea" NOT NULL,
	"private_key" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"disposition_id" uuid,
	"owner_id" uuid NOT NULL,
	"alert_type" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"deactivated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alerts_disposition_id_unique" UNIQUE("disposition_id")
);
--> statement-breakpoint
CREATE TABLE "disposition_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"channel" text NOT NULL,
	"disposition_class" text NOT NULL,
	"needs_amount" boolean DEFAULT false NOT NULL,
	"needs_date" boolean DEFAULT false NOT NULL,
	"needs_time" boolean DEFAULT false NOT NULL,
	"needs_person_met" boolean DEFAULT false NOT NULL,
	"sort_order" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dispositions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"agent_id" uuid NOT NULL,
	"manager_id" uuid,
	"allocation_id" uuid,
	"code" text NOT NULL,
	"disposition_class" text NOT NULL,
	"call_status" text,
	"duration" integer,
	"record_link" text,
	"person_met" text,
	"remarks" text,
	"amount_collected" bigint,
	"promise_amount" bigint,
	"on_date" date,
	"at_time" time,
	"position" jsonb,
	"recorded_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"op_id" uuid
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"disposition_id" uuid,
	"loan_id" uuid,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"store_key" text,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loan_import_rows" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"outcome" text NOT NULL,
	"loan_number" text,
	"loan" jsonb NOT NULL,
	"cells" jsonb,
	"problems" jsonb,
	CONSTRAINT "loan_import_rows_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "loan_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"batch_no" integer NOT NULL,
	"file_name" text NOT NULL,
	"store_key" text NOT NULL,
	"client_id" uuid NOT NULL,
	"state" text NOT NULL,
	"done_rows" integer DEFAULT 0 NOT NULL,
	"total_rows" integer,
	"new_rows" integer DEFAULT 0 NOT NULL,
	"update_rows" integer DEFAULT 0 NOT NULL,
	"unchanged_rows" integer DEFAULT 0 NOT NULL,
	"duplicate_rows" integer DEFAULT 0 NOT NULL,
	"failed_rows" integer DEFAULT 0 NOT NULL,
	"headers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"error" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "loan_imports_batch_no_unique" UNIQUE("batch_no")
);
--> statement-breakpoint
CREATE TABLE "loan_mappings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"name" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "allocations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"assignee_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"allocated_by" uuid,
	"allocated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loan_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"field" text NOT NULL,
	"old_value" text,
	"new_value" text,
	"is_conflict" boolean DEFAULT false NOT NULL,
	"settled_at" timestamp with time zone,
	"changed_by" uuid,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"op_id" uuid
);
--> statement-breakpoint
CREATE TABLE "loans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_number" text NOT NULL,
	"client_id" uuid NOT NULL,
	"customer_name" text NOT NULL,
	"mobile_number" text,
	"alternate_mobile_number" text,
	"email" text,
	"address" text,
	"city" text,
	"state" text,
	"pincode" text,
	"region" text,
	"branch" text,
	"product" text,
	"bucket" text,
	"dpd" integer,
	"loan_amount" bigint,
	"emi_amount" bigint,
	"principal_outstanding" bigint,
	"interest_outstanding" bigint,
	"penalty_amount" bigint,
	"total_due_amount" bigint,
	"disbursal_date" date,
	"due_date" date,
	"last_payment_date" date,
	"last_payment_amount" bigint,
	"latitude" double precision,
	"longitude" double precision,
	"other_columns" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"collector_id" uuid,
	"manager_id" uuid,
	"field_agent_id" uuid,
	"visit_date" date,
	"allocation_changed_at" timestamp with time zone,
	"allocation_changed_by" uuid,
	"disposition" text,
	"disposition_class" text,
	"disposition_at" timestamp with time zone,
	"promise_date" date,
	"promise_amount" bigint,
	"convoxid" text,
	"dialled_number" text,
	"batch_no" integer,
	"revision" integer DEFAULT 1 NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organisation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"epoch" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clients_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "manager_clients" (
	"manager_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	CONSTRAINT "manager_clients_manager_id_client_id_pk" PRIMARY KEY("manager_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"manager_id" uuid,
	"client_id" uuid,
	"location" text,
	"no_bi_report" integer,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "users_username_unique" UNIQUE("username"),
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispositions" ADD CONSTRAINT "dispositions_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispositions" ADD CONSTRAINT "dispositions_agent_id_users_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispositions" ADD CONSTRAINT "dispositions_code_disposition_codes_code_fk" FOREIGN KEY ("code") REFERENCES "public"."disposition_codes"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_disposition_id_dispositions_id_fk" FOREIGN KEY ("disposition_id") REFERENCES "public"."dispositions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD CONSTRAINT "loan_import_rows_import_id_loan_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."loan_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_imports" ADD CONSTRAINT "loan_imports_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_imports" ADD CONSTRAINT "loan_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_mappings" ADD CONSTRAINT "loan_mappings_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_changes" ADD CONSTRAINT "loan_changes_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_collector_id_users_id_fk" FOREIGN KEY ("collector_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_field_agent_id_users_id_fk" FOREIGN KEY ("field_agent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manager_clients" ADD CONSTRAINT "manager_clients_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manager_clients" ADD CONSTRAINT "manager_clients_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "devices_user" ON "devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "operations_waits" ON "operations" USING btree ("waits_for") WHERE outcome = 'HELD';--> statement-breakpoint
CREATE INDEX "operations_device" ON "operations" USING btree ("device_id","user_id","sequence");--> statement-breakpoint
CREATE INDEX "alerts_owner" ON "alerts" USING btree ("owner_id","due_at") WHERE deactivated_at is null;--> statement-breakpoint
CREATE INDEX "dispositions_loan" ON "dispositions" USING btree ("loan_id","recorded_at");--> statement-breakpoint
CREATE INDEX "dispositions_report" ON "dispositions" USING btree ("channel","recorded_at","id");--> statement-breakpoint
CREATE INDEX "dispositions_agent" ON "dispositions" USING btree ("agent_id","recorded_at");--> statement-breakpoint
CREATE INDEX "dispositions_manager" ON "dispositions" USING btree ("manager_id","recorded_at");--> statement-breakpoint
CREATE INDEX "files_disposition" ON "files" USING btree ("disposition_id");--> statement-breakpoint
CREATE INDEX "loan_import_rows_outcome" ON "loan_import_rows" USING btree ("import_id","outcome","row");--> statement-breakpoint
CREATE INDEX "loan_import_rows_number" ON "loan_import_rows" USING btree ("import_id","loan_number");--> statement-breakpoint
CREATE INDEX "loan_imports_created" ON "loan_imports" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "loan_mappings_name" ON "loan_mappings" USING btree ("client_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "allocations_open" ON "allocations" USING btree ("loan_id","kind") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "allocations_pull" ON "allocations" USING btree ("assignee_id","changed_xid","id");--> statement-breakpoint
CREATE INDEX "allocations_loan" ON "allocations" USING btree ("loan_id","assignee_id");--> statement-breakpoint
CREATE INDEX "loan_changes_loan" ON "loan_changes" USING btree ("loan_id","revision");--> statement-breakpoint
CREATE UNIQUE INDEX "loans_number" ON "loans" USING btree ("client_id","loan_number");--> statement-breakpoint
CREATE INDEX "loans_collector" ON "loans" USING btree ("collector_id","total_due_amount","id");--> statement-breakpoint
CREATE INDEX "loans_manager" ON "loans" USING btree ("manager_id","total_due_amount","id");--> statement-breakpoint
CREATE INDEX "loans_field_agent" ON "loans" USING btree ("field_agent_id","visit_date");--> statement-breakpoint
CREATE INDEX "loans_created" ON "loans" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "loans_due" ON "loans" USING btree ("total_due_amount","id");--> statement-breakpoint
CREATE INDEX "loans_client_bucket" ON "loans" USING btree ("client_id","bucket");--> statement-breakpoint
CREATE INDEX "login_failures_account" ON "login_failures" USING btree ("account","failed_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_manager" ON "users" USING btree ("manager_id");--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role");