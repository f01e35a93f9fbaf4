-- A promise counted an amount that was told twice under one transaction number as two. Those that may stand wrong for it are
-- judged anew once the server runs: one pass over the claims finds their loans, an index their promises.
UPDATE promises SET is_stale = true WHERE id IN (
  SELECT p.id FROM promises p WHERE p.loan_id IN (
    SELECT r.loan_id FROM receipts r WHERE r.is_claim AND r.reference IS NOT NULL AND r.cancelled_at IS NULL
    GROUP BY r.loan_id, r.amount, lower(r.reference) HAVING count(*) > 1)
  ORDER BY p.id FOR UPDATE);
