CREATE TABLE "data_insight_rows" (
	"insight_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" text[] NOT NULL,
	"odd" jsonb,
	"loan_key" text,
	CONSTRAINT "data_insight_rows_insight_id_row_pk" PRIMARY KEY("insight_id","row")
);
--> statement-breakpoint
CREATE TABLE "data_insights" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"file_name" text NOT NULL,
	"store_key" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'READING' NOT NULL,
	"sheet_name" text,
	"sheets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"done_rows" integer DEFAULT 0 NOT NULL,
	"total_rows" integer,
	"error" text,
	"profile" jsonb,
	"join_column" integer,
	"is_join_chosen" boolean DEFAULT false NOT NULL,
	"matched_rows" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "data_insights_state_check" CHECK (state in ('READING', 'READY', 'FAILED'))
);
--> statement-breakpoint
ALTER TABLE "data_insights" ADD CONSTRAINT "data_insights_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_insights" ADD CONSTRAINT "data_insights_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_insight_rows_loan" ON "data_insight_rows" USING btree ("insight_id","loan_key");--> statement-breakpoint
CREATE INDEX "data_insights_newest" ON "data_insights" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "data_insights_expiry" ON "data_insights" USING btree ("expires_at");

