CREATE TABLE "kept_months" (
	"starts_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loan_months" (
	"starts_at" timestamp with time zone NOT NULL,
	"loan_id" uuid NOT NULL,
	"contacts" integer NOT NULL,
	"right_party" integer NOT NULL,
	"promises" integer NOT NULL,
	"best_id" uuid NOT NULL,
	"best_agent_id" uuid NOT NULL,
	"best_manager_id" uuid,
	"best_code" text NOT NULL,
	"best_class" text NOT NULL,
	"best_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loan_months_starts_at_loan_id_pk" PRIMARY KEY("starts_at","loan_id")
);
--> statement-breakpoint
CREATE TABLE "loan_months_stale" (
	"loan_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- What one contact adds to the sums of its half hour. What a connect, a right party and a promise are says
-- server/dispositions/contact-measures-service.ts.
CREATE FUNCTION contact_figures(recorded_at timestamptz, code text, class text, duration integer, promise_amount bigint)
  RETURNS TABLE (slot timestamptz, connect integer, right_party integer, promise integer, talk integer, promised bigint)
  LANGUAGE sql IMMUTABLE AS $$
  SELECT date_bin('30 minutes', $1, timestamptz '2000-01-01Z'), ($3 NOT IN ('NOT_CONTACTED', 'SKIP'))::int,
    ($3 NOT IN ('NOT_CONTACTED', 'SKIP') AND $2 NOT IN ('LEFT_MESSAGE', 'FIELD_MET_OTHER'))::int, ($3 = 'PTP')::int, coalesce($4, 0),
    CASE WHEN $3 = 'PTP' THEN coalesce($5, 0) ELSE 0 END
$$;
--> statement-breakpoint
CREATE FUNCTION dispositions_sums_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_sums (slot, channel, agent_id, manager_id, contacts, connects, right_party, promises, talk_seconds, promised)
    SELECT f.slot, n.channel, n.agent_id, n.manager_id, 1, f.connect, f.right_party, f.promise, f.talk, f.promised
    FROM changed n, contact_figures(n.recorded_at, n.code, n.disposition_class, n.duration, n.promise_amount) f
    WHERE n.code <> 'CALL_STARTED';
  INSERT INTO loan_months_stale (loan_id, at) SELECT n.loan_id, n.recorded_at FROM changed n;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION dispositions_sums_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_sums (slot, channel, agent_id, manager_id, contacts, connects, right_party, promises, talk_seconds, promised)
    SELECT f.slot, o.channel, o.agent_id, o.manager_id, -1, -f.connect, -f.right_party, -f.promise, -f.talk, -f.promised
    FROM former o, contact_figures(o.recorded_at, o.code, o.disposition_class, o.duration, o.promise_amount) f
    WHERE o.code <> 'CALL_STARTED';
  INSERT INTO loan_months_stale (loan_id, at) SELECT o.loan_id, o.recorded_at FROM former o;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A change of what no sum tells, such as a remark, adds nothing.
CREATE FUNCTION dispositions_sums_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_sums (slot, channel, agent_id, manager_id, contacts, connects, right_party, promises, talk_seconds, promised)
    SELECT s.slot, s.channel, s.agent_id, s.manager_id, sum(s.sign), sum(s.sign * s.connect), sum(s.sign * s.right_party),
      sum(s.sign * s.promise), sum(s.sign * s.talk), sum(s.sign * s.promised)
    FROM (
      SELECT 1 AS sign, n.channel, n.agent_id, n.manager_id, f.* FROM changed n,
        contact_figures(n.recorded_at, n.code, n.disposition_class, n.duration, n.promise_amount) f WHERE n.code <> 'CALL_STARTED'
      UNION ALL
      SELECT -1, o.channel, o.agent_id, o.manager_id, f.* FROM former o,
        contact_figures(o.recorded_at, o.code, o.disposition_class, o.duration, o.promise_amount) f WHERE o.code <> 'CALL_STARTED') s
    GROUP BY 1, 2, 3, 4
    HAVING (sum(s.sign), sum(s.sign * s.connect), sum(s.sign * s.right_party), sum(s.sign * s.promise), sum(s.sign * s.talk),
      sum(s.sign * s.promised)) <> (0, 0, 0, 0, 0, 0);
  INSERT INTO loan_months_stale (loan_id, at)
    SELECT x.loan_id, x.at FROM former o JOIN changed n ON n.id = o.id,
      LATERAL (VALUES (o.loan_id, o.recorded_at), (n.loan_id, n.recorded_at)) x (loan_id, at)
    WHERE (o.loan_id, o.recorded_at, o.agent_id, o.manager_id, o.code, o.disposition_class)
      IS DISTINCT FROM (n.loan_id, n.recorded_at, n.agent_id, n.manager_id, n.code, n.disposition_class);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER dispositions_add_sums_insert ON dispositions;
--> statement-breakpoint
DROP TRIGGER dispositions_add_sums_update ON dispositions;
--> statement-breakpoint
DROP TRIGGER dispositions_add_sums_delete ON dispositions;
--> statement-breakpoint
CREATE TRIGGER dispositions_add_sums_insert AFTER INSERT ON dispositions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION dispositions_sums_insert();
--> statement-breakpoint
CREATE TRIGGER dispositions_add_sums_update AFTER UPDATE ON dispositions
  REFERENCING NEW TABLE AS changed OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION dispositions_sums_update();
--> statement-breakpoint
CREATE TRIGGER dispositions_add_sums_delete AFTER DELETE ON dispositions
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION dispositions_sums_delete();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION contact_sums_anew() RETURNS TABLE (slot timestamptz, channel text, agent_id uuid, manager_id uuid,
  contacts integer, connects integer, right_party integer, promises integer, talk_seconds integer, promised bigint)
  LANGUAGE sql STABLE AS $$
  SELECT f.slot, d.channel, d.agent_id, d.manager_id, count(*)::int, sum(f.connect)::int, sum(f.right_party)::int,
    sum(f.promise)::int, sum(f.talk)::int, sum(f.promised)::bigint
  FROM dispositions d, contact_figures(d.recorded_at, d.code, d.disposition_class, d.duration, d.promise_amount) f
  WHERE d.code <> 'CALL_STARTED' GROUP BY 1, 2, 3, 4
$$;
--> statement-breakpoint
DROP FUNCTION dispositions_add_sums();
--> statement-breakpoint
DROP FUNCTION contact_sums_select(text);
