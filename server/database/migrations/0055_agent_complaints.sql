CREATE TABLE "agent_complaints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"on_day" date NOT NULL,
	"said" text NOT NULL,
	"recorded_by" uuid NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_by" uuid,
	"withdrawn_at" timestamp with time zone,
	"withdraw_reason" text
);
--> statement-breakpoint
ALTER TABLE "agent_complaints" ADD CONSTRAINT "agent_complaints_agent_id_users_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_complaints" ADD CONSTRAINT "agent_complaints_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_complaints" ADD CONSTRAINT "agent_complaints_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_complaints" ADD CONSTRAINT "agent_complaints_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_complaints_agent" ON "agent_complaints" USING btree ("agent_id","on_day");--> statement-breakpoint
CREATE INDEX "agent_complaints_day" ON "agent_complaints" USING btree ("on_day");--> statement-breakpoint
CREATE INDEX "agent_complaints_loan" ON "agent_complaints" USING btree ("loan_id");