CREATE TABLE "loan_scores" (
	"loan_id" uuid PRIMARY KEY NOT NULL,
	"model_version" integer NOT NULL,
	"chance" real NOT NULL,
	"expected_amount" bigint NOT NULL,
	"reasons" text NOT NULL,
	"scored_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prediction_switches" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"is_used" boolean DEFAULT true NOT NULL,
	"group_column" text,
	"updated_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_models" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"is_used" boolean DEFAULT false NOT NULL,
	"problem" text,
	"card" jsonb,
	"model" jsonb,
	"asked_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "recovery_models_state_check" CHECK (state in ('WAITING', 'TRAINING', 'TRIED', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "recovery_scorings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"model_version" integer,
	"last_loan_id" uuid,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"bins" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"drift" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_again" boolean DEFAULT false NOT NULL,
	"asked_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "recovery_scorings_state_check" CHECK (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED'))
);
--> statement-breakpoint
ALTER TABLE "prediction_switches" ADD CONSTRAINT "prediction_switches_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prediction_switches" ADD CONSTRAINT "prediction_switches_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_models" ADD CONSTRAINT "recovery_models_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_scorings" ADD CONSTRAINT "recovery_scorings_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_models_version" ON "recovery_models" USING btree ("version");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_models_used" ON "recovery_models" USING btree ("is_used") WHERE is_used;--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_models_open" ON "recovery_models" USING btree ((1)) WHERE state in ('WAITING', 'TRAINING');--> statement-breakpoint
CREATE INDEX "recovery_scorings_created" ON "recovery_scorings" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_scorings_open" ON "recovery_scorings" USING btree ((1)) WHERE state in ('WAITING', 'RUNNING');
