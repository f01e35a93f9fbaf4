-- A function keeps the plan that its first call made. Made for a few changed rows, it compares each with each: some thousands
-- at once then took minutes. By EXECUTE each call is planned for the rows that it has.
CREATE OR REPLACE FUNCTION settlements_mark_reversed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'UPDATE settlements SET is_stale = true WHERE id IN (
    SELECT s.id FROM settlements s WHERE s.letter_at IS NOT NULL AND s.loan_id IN (
      SELECT n.loan_id FROM changed n JOIN former o ON o.id = n.id WHERE n.reversed_at IS DISTINCT FROM o.reversed_at)
    ORDER BY s.id FOR UPDATE)';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION promises_mark_cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'UPDATE promises SET is_stale = true WHERE id IN (
    SELECT p.id FROM promises p WHERE p.loan_id IN (SELECT n.loan_id FROM changed n JOIN former o ON o.id = n.id
      WHERE (n.cancelled_at, n.amount, n.collected_on) IS DISTINCT FROM (o.cancelled_at, o.amount, o.collected_on))
    ORDER BY p.id FOR UPDATE)';
  RETURN NULL;
END $$;
