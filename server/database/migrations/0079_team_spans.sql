CREATE TABLE "team_spans" (
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"manager_id" uuid,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone DEFAULT 'infinity' NOT NULL,
	"follows_at" timestamp with time zone,
	CONSTRAINT "team_spans_user_id_from_at_pk" PRIMARY KEY("user_id","from_at"),
	CONSTRAINT "team_spans_ends" UNIQUE("user_id","to_at"),
	CONSTRAINT "team_spans_follow" UNIQUE NULLS NOT DISTINCT("user_id","follows_at"),
	CONSTRAINT "team_spans_role" CHECK (role in ('COLLECTOR', 'FIELD_AGENT')),
	CONSTRAINT "team_spans_order" CHECK (from_at < to_at and follows_at <= from_at)
);
--> statement-breakpoint
ALTER TABLE "team_spans" ADD CONSTRAINT "team_spans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_spans" ADD CONSTRAINT "team_spans_follows" FOREIGN KEY ("user_id","follows_at") REFERENCES "public"."team_spans"("user_id","to_at") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_spans_manager" ON "team_spans" USING btree ("manager_id","to_at");--> statement-breakpoint
-- A span begins with an agent's account, its new manager or its new role, and ends with the next of these. The row of the
-- user is locked by then, so that one change comes after the other; a clock that was put back does not turn them round.
CREATE FUNCTION keep_team_span() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last team_spans;
  follows timestamptz;
  since timestamptz := clock_timestamp();
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.role = OLD.role AND NEW.manager_id IS NOT DISTINCT FROM OLD.manager_id THEN
    RETURN NULL;
  END IF;
  SELECT * INTO last FROM team_spans s WHERE s.user_id = NEW.id ORDER BY s.to_at DESC LIMIT 1;
  IF TG_OP = 'INSERT' THEN
    since := '-infinity';
  ELSIF last.to_at = 'infinity' AND last.from_at >= since THEN
    -- Nothing was done in it.
    DELETE FROM team_spans s WHERE s.user_id = NEW.id AND s.from_at = last.from_at;
    follows := last.follows_at;
    since := last.from_at;
  ELSIF last.to_at = 'infinity' THEN
    UPDATE team_spans s SET to_at = since WHERE s.user_id = NEW.id AND s.from_at = last.from_at;
    follows := since;
  ELSE
    follows := last.to_at;
    since := greatest(since, follows);
  END IF;
  IF NEW.role IN ('COLLECTOR', 'FIELD_AGENT') THEN
    INSERT INTO team_spans (user_id, role, manager_id, from_at, follows_at)
    VALUES (NEW.id, NEW.role, NEW.manager_id, since, follows);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_team_span AFTER INSERT OR UPDATE OF role, manager_id ON users
  FOR EACH ROW EXECUTE FUNCTION keep_team_span();
--> statement-breakpoint
-- Of who was always an agent the audit trail tells every move, where each goes on from where the one before led and the
-- last led to the manager of now. Where it does not, the manager of now is taken to have led all the time.
WITH moves AS (
  SELECT u.id AS user_id, u.role, u.manager_id, a.at, a.sequence, f.id AS from_id, t.id AS to_id
  FROM audit_log a JOIN users u ON u.id::text = a.entity_id
    LEFT JOIN users f ON f.id::text = a.details->>'from' LEFT JOIN users t ON t.id::text = a.details->>'to'
  WHERE a.action = 'user.move' AND a.entity = 'user' AND u.role IN ('COLLECTOR', 'FIELD_AGENT')
    AND NOT EXISTS (SELECT 1 FROM former_roles r WHERE r.user_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM audit_log c WHERE c.entity = 'user' AND c.entity_id = a.entity_id
      AND c.action = 'user.change' AND c.details ? 'role')),
chained AS (
  SELECT m.*, lag(m.to_id) OVER w AS before_id, lag(m.at) OVER w AS before_at, lead(m.at) OVER w AS next_at
  FROM moves m WINDOW w AS (PARTITION BY m.user_id ORDER BY m.sequence)),
told AS (
  SELECT c.user_id FROM chained c GROUP BY c.user_id
  HAVING bool_and(c.from_id IS NOT NULL AND c.to_id IS NOT NULL
    AND (c.before_at IS NULL OR (c.before_id = c.from_id AND c.before_at < c.at))
    AND (c.next_at IS NOT NULL OR c.to_id = c.manager_id)))
INSERT INTO team_spans (user_id, role, manager_id, from_at, to_at, follows_at)
SELECT c.user_id, c.role, c.from_id, '-infinity'::timestamptz, c.at, NULL
FROM chained c JOIN told ON told.user_id = c.user_id WHERE c.before_at IS NULL
UNION ALL
SELECT c.user_id, c.role, c.to_id, c.at, coalesce(c.next_at, 'infinity'), c.at
FROM chained c JOIN told ON told.user_id = c.user_id;
--> statement-breakpoint
-- Who had another role before: as an agent it was led by whom the trail names last before that role ended.
WITH roles AS (
  SELECT r.user_id, r.role, lag(r.ended_at) OVER (PARTITION BY r.user_id ORDER BY r.ended_at) AS from_at, r.ended_at AS to_at,
    NULL::uuid AS manager_id
  FROM former_roles r
  UNION ALL
  SELECT u.id, u.role, (SELECT max(r.ended_at) FROM former_roles r WHERE r.user_id = u.id), 'infinity', u.manager_id
  FROM users u),
spans AS (
  SELECT o.user_id, o.role, coalesce(o.from_at, '-infinity') AS from_at, o.to_at,
    CASE WHEN o.to_at = 'infinity' THEN o.manager_id ELSE (
      SELECT m.id FROM audit_log a
        JOIN users m ON m.id::text = CASE a.action WHEN 'user.move' THEN a.details->>'to' ELSE a.details->>'managerId' END
      WHERE a.entity = 'user' AND a.entity_id = o.user_id::text AND a.action IN ('user.move', 'user.create') AND a.at < o.to_at
      ORDER BY a.sequence DESC LIMIT 1) END AS manager_id
  FROM roles o
  WHERE o.role IN ('COLLECTOR', 'FIELD_AGENT') AND coalesce(o.from_at, '-infinity') < o.to_at
    AND NOT EXISTS (SELECT 1 FROM team_spans s WHERE s.user_id = o.user_id))
INSERT INTO team_spans (user_id, role, manager_id, from_at, to_at, follows_at)
SELECT s.user_id, s.role, s.manager_id, s.from_at, s.to_at, lag(s.to_at) OVER (PARTITION BY s.user_id ORDER BY s.from_at)
FROM spans s;
