CREATE TABLE "contact_sums" (
	"slot" timestamp with time zone NOT NULL,
	"channel" text NOT NULL,
	"agent_id" uuid NOT NULL,
	"manager_id" uuid,
	"contacts" integer NOT NULL,
	"connects" integer NOT NULL,
	"right_party" integer NOT NULL,
	"promises" integer NOT NULL,
	"talk_seconds" integer NOT NULL,
	"promised" bigint NOT NULL,
	"is_merged" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "contact_sums_slot" ON "contact_sums" USING btree ("slot","agent_id");--> statement-breakpoint
CREATE INDEX "contact_sums_new" ON "contact_sums" USING btree ("slot") WHERE not is_merged;--> statement-breakpoint
CREATE INDEX "dispositions_begun" ON "dispositions" USING btree ("recorded_at") WHERE code = 'CALL_STARTED';--> statement-breakpoint
-- Selects what rows of dispositions add up to, as rows of contact_sums: `source` selects them with their `sign`. What a connect,
-- a right party and a promise are says server/dispositions/contact-measures-service.ts.
CREATE FUNCTION contact_sums_select(source text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'SELECT s.slot, s.channel, s.agent_id, s.manager_id, sum(s.sign)::int, sum(s.sign * s.connect)::int,
      sum(s.sign * s.right_party)::int, sum(s.sign * s.promise)::int, sum(s.sign * s.talk)::int, sum(s.sign * s.promised)::bigint
    FROM (SELECT d.sign, date_bin(''30 minutes'', d.recorded_at, timestamptz ''2000-01-01Z'') AS slot, d.channel, d.agent_id,
        d.manager_id, (d.disposition_class NOT IN (''NOT_CONTACTED'', ''SKIP''))::int AS connect,
        (d.disposition_class NOT IN (''NOT_CONTACTED'', ''SKIP'') AND d.code NOT IN (''LEFT_MESSAGE'', ''FIELD_MET_OTHER''))::int
          AS right_party, (d.disposition_class = ''PTP'')::int AS promise, coalesce(d.duration, 0) AS talk,
        CASE WHEN d.disposition_class = ''PTP'' THEN coalesce(d.promise_amount, 0) ELSE 0 END AS promised
      FROM (' || source || ') d WHERE d.code <> ''CALL_STARTED'') s
    GROUP BY 1, 2, 3, 4
    HAVING (sum(s.sign), sum(s.sign * s.connect), sum(s.sign * s.right_party), sum(s.sign * s.promise), sum(s.sign * s.talk),
      sum(s.sign * s.promised)) <> (0, 0, 0, 0, 0, 0)'
$$;
--> statement-breakpoint
CREATE FUNCTION dispositions_add_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'INSERT INTO contact_sums (slot, channel, agent_id, manager_id, contacts, connects, right_party, promises,
    talk_seconds, promised) ' || contact_sums_select(CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT 1 AS sign, n.* FROM changed n'
      WHEN 'DELETE' THEN 'SELECT -1 AS sign, o.* FROM former o'
      ELSE 'SELECT 1 AS sign, n.* FROM changed n UNION ALL SELECT -1, o.* FROM former o' END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER dispositions_add_sums_insert AFTER INSERT ON dispositions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION dispositions_add_sums();
--> statement-breakpoint
CREATE TRIGGER dispositions_add_sums_update AFTER UPDATE ON dispositions
  REFERENCING NEW TABLE AS changed OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION dispositions_add_sums();
--> statement-breakpoint
CREATE TRIGGER dispositions_add_sums_delete AFTER DELETE ON dispositions
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION dispositions_add_sums();
--> statement-breakpoint
-- What all contacts add up to.
CREATE FUNCTION contact_sums_anew() RETURNS TABLE (slot timestamptz, channel text, agent_id uuid, manager_id uuid, contacts integer,
  connects integer, right_party integer, promises integer, talk_seconds integer, promised bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY EXECUTE contact_sums_select('SELECT 1 AS sign, d.* FROM dispositions d');
END $$;
--> statement-breakpoint
INSERT INTO contact_sums SELECT a.*, true FROM contact_sums_anew() a;
