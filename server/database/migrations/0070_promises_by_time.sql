-- Money that was taken in before a promise was made counted for it when both were of one day. Those that may stand wrong for
-- it are judged anew once the server runs.
UPDATE promises SET is_stale = true WHERE id IN (
  SELECT p.id FROM promises p JOIN receipts r ON r.loan_id = p.loan_id AND r.collected_on = p.made_on
  ORDER BY p.id FOR UPDATE OF p);
