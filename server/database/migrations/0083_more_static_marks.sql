-- As in 0082: a session whose first payments were a whole sheet of them read every promise and every settlement with each
-- payment after it. Locked in one order for all, as before.
CREATE OR REPLACE FUNCTION contact_rules_mark_allocations() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE allocations SET changed_xid = pg_current_xact_id()
   WHERE ended_at IS NULL AND changed_xid <> pg_current_xact_id() AND loan_id = ANY (ARRAY(SELECT loan_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION promises_mark_stale() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE promises SET is_stale = true WHERE id = ANY (ARRAY(
    SELECT p.id FROM promises p WHERE p.loan_id = ANY (ARRAY(SELECT loan_id FROM changed)) ORDER BY p.id FOR UPDATE));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION settlements_mark_stale() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE settlements SET is_stale = true WHERE id = ANY (ARRAY(
    SELECT s.id FROM settlements s WHERE s.letter_at IS NOT NULL AND s.loan_id = ANY (ARRAY(SELECT loan_id FROM changed))
    ORDER BY s.id FOR UPDATE));
  RETURN NULL;
END $$;
