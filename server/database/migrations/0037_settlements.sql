CREATE TABLE "settlement_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"settlement_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"action" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"actor_id" uuid,
	"actor_role" text,
	"level" text,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"remarks" text,
	"offered_amount" bigint NOT NULL,
	"waiver_amount" bigint NOT NULL,
	"valid_until" date NOT NULL,
	"instalments" jsonb NOT NULL,
	"paid_amount" bigint NOT NULL,
	CONSTRAINT "settlement_events_action_check" CHECK (action in ('PROPOSE', 'APPROVE', 'COUNTER', 'REJECT', 'WITHDRAW', 'ISSUE_LETTER', 'ACTIVATE', 'NUDGE', 'FOLLOW', 'EXPIRE'))
);
--> statement-breakpoint
CREATE TABLE "settlement_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"settlement_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"store_key" text NOT NULL,
	"check" text NOT NULL,
	"findings" text[] NOT NULL,
	"confirm_reason" text,
	"uploaded_by" uuid NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "settlement_letters_check_check" CHECK ("check" in ('AGREES', 'DIFFERS', 'UNREAD'))
);
--> statement-breakpoint
CREATE TABLE "settlement_rules" (
	"client_id" uuid PRIMARY KEY NOT NULL,
	"manager_percent" integer NOT NULL,
	"manager_amount" bigint,
	"admin_percent" integer NOT NULL,
	"admin_amount" bigint,
	"client_percent" integer NOT NULL,
	"client_amount" bigint,
	"delegated_amount" bigint NOT NULL,
	"grace_days" integer NOT NULL,
	"valid_days" integer NOT NULL,
	"is_rbi" boolean NOT NULL,
	"cooling_months" integer NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settlement_rules_percents" CHECK (manager_percent between 0 and 100 and admin_percent between 0 and 100 and client_percent between 0 and 100),
	CONSTRAINT "settlement_rules_days" CHECK (grace_days between 0 and 30 and valid_days between 1 and 365 and cooling_months between 0 and 60)
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"state" text NOT NULL,
	"waits_for" text,
	"waits_since" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"offered_amount" bigint NOT NULL,
	"due_amount" bigint NOT NULL,
	"principal_amount" bigint,
	"interest_amount" bigint,
	"charges_amount" bigint,
	"waiver_amount" bigint GENERATED ALWAYS AS (due_amount - offered_amount) STORED NOT NULL,
	"valid_until" date NOT NULL,
	"instalments" jsonb NOT NULL,
	"reason" text NOT NULL,
	"remarks" text,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"offered_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"maker_id" uuid NOT NULL,
	"maker_level" text,
	"countered_by" text,
	"is_flagged" boolean NOT NULL,
	"is_restructuring" boolean NOT NULL,
	"is_delegated" boolean DEFAULT false NOT NULL,
	"grace_days" integer NOT NULL,
	"paid_amount" bigint DEFAULT 0 NOT NULL,
	"next_due_on" date,
	"next_amount" bigint,
	"letter_at" timestamp with time zone,
	"handed_over_at" timestamp with time zone,
	"waived_amount" bigint,
	"fulfilled_at" timestamp with time zone,
	"fulfilled_on" date,
	"cooling_until" date,
	"judge_on" date,
	"is_stale" boolean DEFAULT false NOT NULL,
	"reminded_at" timestamp with time zone,
	"nudge_count" integer DEFAULT 0 NOT NULL,
	"nudged_at" timestamp with time zone,
	"op_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settlements_state_check" CHECK (state in ('PROPOSED', 'APPROVED_BY_MANAGER', 'COUNTERED', 'APPROVED_BY_CLIENT', 'LETTER_ISSUED', 'ACTIVE', 'FULFILLED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'BROKEN')),
	CONSTRAINT "settlements_kind_check" CHECK (kind in ('ONE_TIME', 'INSTALMENTS')),
	CONSTRAINT "settlements_reason_check" CHECK (reason in ('HARDSHIP', 'MEDICAL', 'JOB_LOSS', 'DEATH_IN_FAMILY', 'DISPUTE', 'OTHER')),
	CONSTRAINT "settlements_waits_check" CHECK ((waits_for is null) = (state in ('FULFILLED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'BROKEN'))),
	CONSTRAINT "settlements_amounts_check" CHECK (offered_amount > 0 and offered_amount < due_amount),
	CONSTRAINT "settlements_waived_check" CHECK ((waived_amount is null) = (state <> 'FULFILLED'))
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "settlement_id" uuid;--> statement-breakpoint
ALTER TABLE "settlement_events" ADD CONSTRAINT "settlement_events_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_events" ADD CONSTRAINT "settlement_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_letters" ADD CONSTRAINT "settlement_letters_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_letters" ADD CONSTRAINT "settlement_letters_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_rules" ADD CONSTRAINT "settlement_rules_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_rules" ADD CONSTRAINT "settlement_rules_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_maker_id_users_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_events_revision" ON "settlement_events" USING btree ("settlement_id","revision");--> statement-breakpoint
CREATE INDEX "settlement_events_approved" ON "settlement_events" USING btree ("at") WHERE action = 'APPROVE';--> statement-breakpoint
CREATE INDEX "settlement_letters_settlement" ON "settlement_letters" USING btree ("settlement_id","uploaded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_letters_standing" ON "settlement_letters" USING btree ("settlement_id") WHERE replaced_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_open" ON "settlements" USING btree ("loan_id") WHERE state in ('PROPOSED', 'APPROVED_BY_MANAGER', 'COUNTERED', 'APPROVED_BY_CLIENT', 'LETTER_ISSUED', 'ACTIVE');--> statement-breakpoint
CREATE INDEX "settlements_loan" ON "settlements" USING btree ("loan_id","proposed_at");--> statement-breakpoint
CREATE INDEX "settlements_client" ON "settlements" USING btree ("client_id","proposed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "settlements_newest" ON "settlements" USING btree ("proposed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "settlements_proposer" ON "settlements" USING btree ("proposed_by","proposed_at");--> statement-breakpoint
CREATE INDEX "settlements_waiting" ON "settlements" USING btree ("waits_for","waits_since","id") WHERE waits_for is not null;--> statement-breakpoint
CREATE INDEX "settlements_to_judge" ON "settlements" USING btree ("judge_on") WHERE judge_on is not null;--> statement-breakpoint
CREATE INDEX "settlements_stale" ON "settlements" USING btree ("loan_id") WHERE is_stale;--> statement-breakpoint
CREATE INDEX "files_settlement" ON "files" USING btree ("settlement_id") WHERE settlement_id is not null;--> statement-breakpoint
-- What was done to a settlement is never overwritten.
CREATE FUNCTION settlement_events_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The history of settlements is append-only.' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER settlement_events_append_only BEFORE UPDATE OR DELETE ON settlement_events
  FOR EACH ROW EXECUTE FUNCTION settlement_events_refuse();
--> statement-breakpoint
-- Whoever posts or reverses payments need not know of settlements: those with their letter are marked, and followed within
-- seconds. Always written, though marked already: the row's lock makes a follower that is at work wait, or be waited for.
CREATE FUNCTION settlements_mark_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE settlements SET is_stale = true WHERE id IN (
    SELECT s.id FROM settlements s WHERE s.letter_at IS NOT NULL AND s.loan_id IN (SELECT loan_id FROM changed)
    ORDER BY s.id FOR UPDATE);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_stale_settlements_insert AFTER INSERT ON payments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION settlements_mark_stale();
--> statement-breakpoint
CREATE FUNCTION settlements_mark_reversed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE settlements SET is_stale = true WHERE id IN (
    SELECT s.id FROM settlements s WHERE s.letter_at IS NOT NULL AND s.loan_id IN (
      SELECT n.loan_id FROM changed n JOIN former o ON o.id = n.id WHERE n.reversed_at IS DISTINCT FROM o.reversed_at)
    ORDER BY s.id FOR UPDATE);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_stale_settlements_update AFTER UPDATE ON payments
  REFERENCING NEW TABLE AS changed OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION settlements_mark_reversed();
