-- By EXECUTE each contact planned its mark twice over. An array of ids has no length that a kept plan could be wrong about,
-- and without scans of the whole table the plan of a session's first change serves thousands of loans as well as one,
-- however small the table was then (0005, 0053).
CREATE OR REPLACE FUNCTION loans_mark_allocations() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE allocations SET changed_xid = pg_current_xact_id()
   WHERE ended_at IS NULL AND changed_xid <> pg_current_xact_id() AND loan_id = ANY (ARRAY(SELECT id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION dispositions_mark_allocations() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE allocations SET changed_xid = pg_current_xact_id()
   WHERE ended_at IS NULL AND changed_xid <> pg_current_xact_id() AND loan_id = ANY (ARRAY(SELECT loan_id FROM changed));
  RETURN NULL;
END $$;
