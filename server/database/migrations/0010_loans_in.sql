-- Loans in and shared out: ends of loans, sheets about loans, payments, receipts, rules, runs.
CREATE TABLE "activity_sheet_mappings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"client_id" uuid NOT NULL,
	"name" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activity_sheet_rows" (
	"sheet_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"outcome" text NOT NULL,
	"loan_number" text,
	"loan_id" uuid,
	"amount" bigint,
	"on_date" date,
	"mode" text,
	"reference" text,
	"person" text,
	"person_id" uuid,
	"cells" jsonb,
	"problems" jsonb,
	CONSTRAINT "activity_sheet_rows_sheet_id_row_pk" PRIMARY KEY("sheet_id","row")
);
--> statement-breakpoint
CREATE TABLE "activity_sheets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"client_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"store_key" text NOT NULL,
	"state" text NOT NULL,
	"done_rows" integer DEFAULT 0 NOT NULL,
	"total_rows" integer,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"headers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"error" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "agent_skills" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"products" text[] DEFAULT '{}' NOT NULL,
	"pincodes" text[] DEFAULT '{}' NOT NULL,
	"capacity" integer,
	"updated_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "allocation_rule_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"rules" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "allocation_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"client_id" uuid,
	"spec" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "allocation_run_loans" (
	"run_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"rule_id" uuid,
	"assignee_id" uuid,
	"reason" text NOT NULL,
	"due_amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "allocation_run_loans_run_id_loan_id_pk" PRIMARY KEY("run_id","loan_id")
);
--> statement-breakpoint
CREATE TABLE "allocation_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"spec" jsonb NOT NULL,
	"rule_version" integer,
	"done_loans" integer DEFAULT 0 NOT NULL,
	"total_loans" integer,
	"taken_by_rules" integer DEFAULT 0 NOT NULL,
	"shared_out" integer DEFAULT 0 NOT NULL,
	"left_over" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sorting_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"keys" jsonb NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loan_closures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"command_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"collector_id" uuid,
	"manager_id" uuid,
	"field_agent_id" uuid,
	"visit_date" date,
	"closed_by" uuid,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reopened_by" uuid,
	"reopened_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "deposits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"deposited_on" date NOT NULL,
	"place" text NOT NULL,
	"reference" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"verified_by" uuid,
	"verified_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" uuid,
	"cancel_reason" text
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"source" text NOT NULL,
	"sheet_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"amount" bigint NOT NULL,
	"applied_amount" bigint NOT NULL,
	"paid_on" date NOT NULL,
	"mode" text,
	"reference" text,
	"collector_id" uuid,
	"manager_id" uuid,
	"payment_key" text NOT NULL,
	"reversed_at" timestamp with time zone,
	"reversed_by" uuid,
	"reverse_reason" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_ranges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"first_number" bigint NOT NULL,
	"last_number" bigint NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint,
	"disposition_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"manager_id" uuid,
	"amount" bigint NOT NULL,
	"mode" text,
	"collected_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deposit_id" uuid,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" uuid,
	"cancel_reason" text,
	CONSTRAINT "receipts_number_unique" UNIQUE("number"),
	CONSTRAINT "receipts_disposition_id_unique" UNIQUE("disposition_id")
);
--> statement-breakpoint
DROP INDEX "loans_number";
--> statement-breakpoint
ALTER TABLE "loan_imports" ADD COLUMN "name" text;
--> statement-breakpoint
ALTER TABLE "loan_imports" ADD COLUMN "sheet_name" text;
--> statement-breakpoint
ALTER TABLE "loan_imports" ADD COLUMN "period_ends_on" date;
--> statement-breakpoint
ALTER TABLE "loan_imports" ADD COLUMN "taken_back_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "loan_imports" ADD COLUMN "taken_back_by" uuid;
--> statement-breakpoint
ALTER TABLE "loan_imports" ADD COLUMN "taken_back_command" uuid;
--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "first_batch_no" integer;
--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "status" text DEFAULT 'ACTIVE' NOT NULL;
--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "period_ends_on" date;
--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "paid_amount" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "activity_sheet_mappings" ADD CONSTRAINT "activity_sheet_mappings_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "activity_sheets" ADD CONSTRAINT "activity_sheets_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "activity_sheets" ADD CONSTRAINT "activity_sheets_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agent_skills" ADD CONSTRAINT "agent_skills_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "allocation_rules" ADD CONSTRAINT "allocation_rules_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "allocation_runs" ADD CONSTRAINT "allocation_runs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sorting_rules" ADD CONSTRAINT "sorting_rules_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "loan_closures" ADD CONSTRAINT "loan_closures_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_agent_id_users_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_collector_id_users_id_fk" FOREIGN KEY ("collector_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "receipt_ranges" ADD CONSTRAINT "receipt_ranges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_disposition_id_dispositions_id_fk" FOREIGN KEY ("disposition_id") REFERENCES "public"."dispositions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_agent_id_users_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_deposit_id_deposits_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposits"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "activity_sheet_mappings_name" ON "activity_sheet_mappings" USING btree ("client_id","kind",lower(name));
--> statement-breakpoint
CREATE INDEX "activity_sheet_rows_outcome" ON "activity_sheet_rows" USING btree ("sheet_id","outcome","row");
--> statement-breakpoint
CREATE INDEX "activity_sheets_kind" ON "activity_sheets" USING btree ("kind","created_at");
--> statement-breakpoint
CREATE INDEX "allocation_rules_position" ON "allocation_rules" USING btree ("position");
--> statement-breakpoint
CREATE INDEX "allocation_run_loans_assignee" ON "allocation_run_loans" USING btree ("run_id","assignee_id");
--> statement-breakpoint
CREATE INDEX "allocation_runs_created" ON "allocation_runs" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "sorting_rules_client" ON "sorting_rules" USING btree ("client_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "loan_closures_open" ON "loan_closures" USING btree ("loan_id") WHERE reopened_at is null;
--> statement-breakpoint
CREATE INDEX "loan_closures_command" ON "loan_closures" USING btree ("command_id");
--> statement-breakpoint
CREATE INDEX "loan_closures_closed" ON "loan_closures" USING btree ("closed_at");
--> statement-breakpoint
CREATE INDEX "deposits_agent" ON "deposits" USING btree ("agent_id","deposited_on");
--> statement-breakpoint
CREATE INDEX "deposits_client" ON "deposits" USING btree ("client_id","deposited_on");
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_key" ON "payments" USING btree ("client_id","payment_key") WHERE reversed_at is null;
--> statement-breakpoint
CREATE INDEX "payments_loan" ON "payments" USING btree ("loan_id","paid_on");
--> statement-breakpoint
CREATE INDEX "payments_client" ON "payments" USING btree ("client_id","paid_on");
--> statement-breakpoint
CREATE INDEX "payments_collector" ON "payments" USING btree ("collector_id","paid_on");
--> statement-breakpoint
CREATE INDEX "payments_sheet" ON "payments" USING btree ("sheet_id","row");
--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_ranges_first" ON "receipt_ranges" USING btree ("first_number");
--> statement-breakpoint
CREATE INDEX "receipt_ranges_device" ON "receipt_ranges" USING btree ("user_id","device_id");
--> statement-breakpoint
CREATE INDEX "receipts_agent" ON "receipts" USING btree ("agent_id","collected_on");
--> statement-breakpoint
CREATE INDEX "receipts_client" ON "receipts" USING btree ("client_id","collected_on");
--> statement-breakpoint
CREATE INDEX "receipts_loan" ON "receipts" USING btree ("loan_id");
--> statement-breakpoint
CREATE INDEX "receipts_deposit" ON "receipts" USING btree ("deposit_id");
--> statement-breakpoint
CREATE INDEX "receipts_in_hand" ON "receipts" USING btree ("agent_id") WHERE deposit_id is null and cancelled_at is null;
--> statement-breakpoint
CREATE INDEX "loans_first_batch" ON "loans" USING btree ("first_batch_no");
--> statement-breakpoint
CREATE INDEX "loans_period" ON "loans" USING btree ("period_ends_on") WHERE status = 'ACTIVE' and period_ends_on is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "loans_number" ON "loans" USING btree ("client_id","loan_number") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE SEQUENCE receipt_number AS bigint;
