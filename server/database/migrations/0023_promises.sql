-- Promises to pay: when one is broken is a matter of its lender's rules, of payments, and of days that pass.
CREATE TABLE promise_rules (
  client_id uuid PRIMARY KEY REFERENCES clients (id),
  -- Days after the promised one in which the money may still come.
  grace_days integer NOT NULL DEFAULT 0 CHECK (grace_days BETWEEN 0 AND 30),
  -- So much of the amount, percent, may be missing.
  tolerance_percent integer NOT NULL DEFAULT 0 CHECK (tolerance_percent BETWEEN 0 AND 50),
  -- Its manager is told of a broken promise of this many rupees or more.
  manager_from bigint NOT NULL DEFAULT 10000 CHECK (manager_from >= 0),
  revision integer NOT NULL DEFAULT 1,
  updated_by uuid REFERENCES users (id),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
-- One row per disposition that promised a day and an amount; its id is the disposition's.
CREATE TABLE promises (
  id uuid PRIMARY KEY,
  loan_id uuid NOT NULL REFERENCES loans (id),
  -- Who took the promise.
  agent_id uuid NOT NULL REFERENCES users (id),
  amount bigint NOT NULL CHECK (amount > 0),
  made_at timestamptz NOT NULL,
  -- Business days.
  made_on date NOT NULL,
  due_on date NOT NULL,
  -- The rules it is judged by: those of the lender while it was open.
  grace_days integer NOT NULL DEFAULT 0,
  tolerance_percent integer NOT NULL DEFAULT 0,
  -- Last day on which money still keeps it.
  last_on date GENERATED ALWAYS AS (due_on + grace_days) STORED,
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'KEPT', 'PART_KEPT', 'BROKEN', 'REPLACED', 'CLOSED')),
  -- What came in its time, whole rupees: payments the lender told of, and what agents say they collected. They are the
  -- same money told twice, so that they are never added.
  paid_amount bigint NOT NULL DEFAULT 0,
  said_amount bigint NOT NULL DEFAULT 0,
  -- What came after its last day, the greater of both.
  late_amount bigint NOT NULL DEFAULT 0,
  -- Facts or rules changed: to be judged again.
  is_stale boolean NOT NULL DEFAULT false,
  -- When its collector and manager were told that it is broken: once.
  told_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX promises_loan ON promises (loan_id, made_at, id);
--> statement-breakpoint
CREATE INDEX promises_state ON promises (state, due_on, id);
--> statement-breakpoint
CREATE INDEX promises_agent ON promises (agent_id, due_on);
--> statement-breakpoint
-- What days that pass may break.
CREATE INDEX promises_open ON promises (last_on, loan_id) WHERE state = 'OPEN';
--> statement-breakpoint
CREATE INDEX promises_stale ON promises (loan_id) WHERE is_stale;
--> statement-breakpoint
-- The day on which the loan's last promise was broken, while nothing has come of it: such loans stand on top.
ALTER TABLE loans ADD COLUMN promise_broken_on date;
--> statement-breakpoint
-- Promises made before: judged by the server once it runs. Nobody is told of those whose day is long over.
INSERT INTO promises (id, loan_id, agent_id, amount, made_at, made_on, due_on, is_stale, told_at)
SELECT d.id, d.loan_id, d.agent_id, d.promise_amount, d.recorded_at, d.recorded_at::date, d.on_date, true,
  CASE WHEN d.on_date < current_date THEN now() END
FROM dispositions d
WHERE d.disposition_class = 'PTP' AND d.code <> 'CALL_STARTED' AND d.on_date IS NOT NULL AND d.promise_amount > 0;
--> statement-breakpoint
CREATE INDEX loans_broken_collector ON loans (collector_id, promise_broken_on DESC, id DESC) WHERE promise_broken_on IS NOT NULL;
--> statement-breakpoint
CREATE INDEX loans_broken_manager ON loans (manager_id, promise_broken_on DESC, id DESC) WHERE promise_broken_on IS NOT NULL;
--> statement-breakpoint
-- Whoever changes money or closings need not know of promises: theirs are marked, and judged within seconds. Always
-- written, though marked already: the row's lock makes a judge that is at work wait, or be waited for.
CREATE FUNCTION promises_mark_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE promises SET is_stale = true WHERE id IN (
    SELECT p.id FROM promises p WHERE p.loan_id IN (SELECT loan_id FROM changed) ORDER BY p.id FOR UPDATE);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION promises_mark_cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE promises SET is_stale = true WHERE id IN (
    SELECT p.id FROM promises p WHERE p.loan_id IN (SELECT n.loan_id FROM changed n JOIN former o ON o.id = n.id
      WHERE (n.cancelled_at, n.amount, n.collected_on) IS DISTINCT FROM (o.cancelled_at, o.amount, o.collected_on))
    ORDER BY p.id FOR UPDATE);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_mark_promises_insert AFTER INSERT ON payments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION promises_mark_stale();
--> statement-breakpoint
CREATE TRIGGER payments_mark_promises_update AFTER UPDATE ON payments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION promises_mark_stale();
--> statement-breakpoint
CREATE TRIGGER receipts_mark_promises_insert AFTER INSERT ON receipts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION promises_mark_stale();
--> statement-breakpoint
CREATE TRIGGER receipts_mark_promises_update AFTER UPDATE ON receipts
  REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION promises_mark_cancelled();
--> statement-breakpoint
CREATE TRIGGER loan_closures_mark_promises_insert AFTER INSERT ON loan_closures
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION promises_mark_stale();
--> statement-breakpoint
CREATE TRIGGER loan_closures_mark_promises_update AFTER UPDATE ON loan_closures
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION promises_mark_stale();
