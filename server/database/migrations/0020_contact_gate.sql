-- What decides whether a borrower may be contacted: the lender's policy, what stands on a loan, numbers nobody may reach.

-- A lender without a row has the India profile, whose hours stand in clients.contact_from and contact_to.
CREATE TABLE contact_policies (
  client_id uuid PRIMARY KEY REFERENCES clients (id) ON DELETE CASCADE,
  profile text NOT NULL CHECK (profile IN ('INDIA', 'REG_F', 'OWN')),
  -- Hours of the profile OWN; 23:59 is the end of the day.
  own_from time NOT NULL DEFAULT '08:00',
  own_to time NOT NULL DEFAULT '19:00',
  -- Calls and visits per borrower, by days of the borrower's time zone; null: no limit.
  per_day integer CHECK (per_day BETWEEN 1 AND 100),
  per_week integer CHECK (per_week BETWEEN 1 AND 500),
  -- Days, the one of the talk included, on which nobody calls or visits after a talk; 0: none.
  days_after_talk integer NOT NULL DEFAULT 0 CHECK (days_after_talk BETWEEN 0 AND 30),
  messages_per_day integer CHECK (messages_per_day BETWEEN 1 AND 100),
  -- Null: the business time zone.
  time_zone text,
  closed_weekdays integer[] NOT NULL DEFAULT '{}',
  festival_days date[] NOT NULL DEFAULT '{}',
  allows_third_parties boolean NOT NULL DEFAULT false,
  holds_on_dispute boolean NOT NULL DEFAULT true,
  revision integer NOT NULL DEFAULT 1,
  updated_by uuid REFERENCES users (id),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (own_from < own_to)
);
--> statement-breakpoint
-- Reasons to leave a borrower alone, from starts_at until ends_at (null: until it is ended by a person).
CREATE TABLE contact_holds (
  id uuid PRIMARY KEY,
  loan_id uuid NOT NULL REFERENCES loans (id),
  kind text NOT NULL CHECK (kind IN ('DO_NOT_CALL', 'DISPUTE', 'HARDSHIP', 'BEREAVEMENT', 'LEGAL')),
  -- Null: every channel.
  channel text CHECK (channel IN ('CALL', 'DIALER', 'SMS', 'WHATSAPP', 'VISIT')),
  starts_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz,
  note text,
  -- The contact in which the borrower disputed the debt.
  disposition_id uuid,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  ended_by uuid REFERENCES users (id),
  end_note text
);
--> statement-breakpoint
CREATE INDEX contact_holds_loan ON contact_holds (loan_id, starts_at);
--> statement-breakpoint
CREATE UNIQUE INDEX contact_holds_disposition ON contact_holds (disposition_id) WHERE disposition_id IS NOT NULL;
--> statement-breakpoint
-- When a borrower asked not to be contacted: wall clock of the borrower's time zone, on these weekdays (0 is Sunday).
CREATE TABLE contact_avoid_times (
  id uuid PRIMARY KEY,
  loan_id uuid NOT NULL REFERENCES loans (id),
  weekdays integer[] NOT NULL,
  from_time time NOT NULL,
  to_time time NOT NULL,
  -- Last day on which it counts; null: until it is ended.
  until_day date,
  note text,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  ended_by uuid REFERENCES users (id),
  CHECK (from_time < to_time)
);
--> statement-breakpoint
CREATE INDEX contact_avoid_times_loan ON contact_avoid_times (loan_id);
--> statement-breakpoint
-- Numbers never to be contacted: for all loans, or (loan_id) because they are not this borrower's. Last ten digits.
CREATE TABLE contact_numbers (
  id uuid PRIMARY KEY,
  number text NOT NULL,
  loan_id uuid REFERENCES loans (id),
  note text,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  ended_by uuid REFERENCES users (id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX contact_numbers_open ON contact_numbers (number, coalesce(loan_id, '00000000-0000-0000-0000-000000000000'))
  WHERE ended_at IS NULL;
--> statement-breakpoint
CREATE INDEX contact_numbers_loan ON contact_numbers (loan_id) WHERE loan_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX contact_numbers_listed ON contact_numbers (created_at, id) WHERE loan_id IS NULL;
--> statement-breakpoint
-- A borrower's own time zone, where it is not the lender's.
CREATE TABLE contact_zones (
  loan_id uuid PRIMARY KEY REFERENCES loans (id),
  time_zone text NOT NULL,
  updated_by uuid REFERENCES users (id),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
-- An agent asks to contact somebody against a rule; its manager grants it for some minutes, or not.
CREATE TABLE contact_exceptions (
  id uuid PRIMARY KEY,
  loan_id uuid NOT NULL REFERENCES loans (id),
  channel text NOT NULL CHECK (channel IN ('CALL', 'DIALER', 'SMS', 'WHATSAPP', 'VISIT')),
  -- What the gate said when it was asked for.
  rule text,
  reason text NOT NULL,
  agent_id uuid NOT NULL REFERENCES users (id),
  asked_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'GRANTED', 'REFUSED')),
  decided_by uuid REFERENCES users (id),
  decided_at timestamptz,
  decision_note text,
  ends_at timestamptz,
  CHECK (state <> 'GRANTED' OR (decided_by IS NOT NULL AND ends_at IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX contact_exceptions_loan ON contact_exceptions (loan_id, agent_id, channel);
--> statement-breakpoint
CREATE INDEX contact_exceptions_asked ON contact_exceptions (asked_at, id);
--> statement-breakpoint
-- Who looked at a breach or an override, and what was done about it.
CREATE TABLE contact_reviews (
  attempt_id uuid PRIMARY KEY REFERENCES contact_attempts (id),
  note text,
  reviewed_by uuid NOT NULL REFERENCES users (id),
  reviewed_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
-- What a phone decides by travels with its loan: a change of it is a change of the loan for the pull.
CREATE FUNCTION contact_rules_mark_allocations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE allocations SET changed_xid = pg_current_xact_id()
   WHERE ended_at IS NULL AND loan_id IN (SELECT loan_id FROM changed WHERE loan_id IS NOT NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contact_holds_mark_new AFTER INSERT ON contact_holds
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contact_rules_mark_allocations();
--> statement-breakpoint
CREATE TRIGGER contact_holds_mark AFTER UPDATE ON contact_holds
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contact_rules_mark_allocations();
--> statement-breakpoint
CREATE TRIGGER contact_avoid_times_mark_new AFTER INSERT ON contact_avoid_times
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contact_rules_mark_allocations();
--> statement-breakpoint
CREATE TRIGGER contact_avoid_times_mark AFTER UPDATE ON contact_avoid_times
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contact_rules_mark_allocations();
--> statement-breakpoint
CREATE TRIGGER contact_numbers_mark_new AFTER INSERT ON contact_numbers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contact_rules_mark_allocations();
--> statement-breakpoint
CREATE TRIGGER contact_numbers_mark AFTER UPDATE ON contact_numbers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contact_rules_mark_allocations();
--> statement-breakpoint
CREATE TRIGGER contact_zones_mark_new AFTER INSERT ON contact_zones
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contact_rules_mark_allocations();
--> statement-breakpoint
CREATE TRIGGER contact_zones_mark AFTER UPDATE ON contact_zones
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION contact_rules_mark_allocations();
--> statement-breakpoint
-- The lender's loans with the field, whose phones decide by themselves.
CREATE FUNCTION contact_policy_marks_allocations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE allocations a SET changed_xid = pg_current_xact_id()
    FROM loans l
   WHERE l.client_id = NEW.client_id AND a.loan_id = l.id AND a.ended_at IS NULL AND a.kind = 'FIELD';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contact_policies_mark AFTER INSERT OR UPDATE ON contact_policies
  FOR EACH ROW EXECUTE FUNCTION contact_policy_marks_allocations();
