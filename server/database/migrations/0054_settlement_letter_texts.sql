ALTER TABLE "settlement_rules" ADD COLUMN "letter_opening" text;--> statement-breakpoint
ALTER TABLE "settlement_rules" ADD COLUMN "letter_signatory_hi" text;--> statement-breakpoint
ALTER TABLE "settlement_rules" ADD COLUMN "letter_opening_hi" text;--> statement-breakpoint
ALTER TABLE "settlement_rules" ADD COLUMN "letter_clause_hi" text;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "bounced_told" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Money that bounces before the letter is told of, too: whoever waits to decide does so on other terms than those shown.
CREATE OR REPLACE FUNCTION settlements_mark_reversed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'UPDATE settlements SET is_stale = true WHERE id IN (
    SELECT s.id FROM settlements s WHERE (s.letter_at IS NOT NULL OR s.waits_for IS NOT NULL) AND s.loan_id IN (
      SELECT n.loan_id FROM changed n JOIN former o ON o.id = n.id WHERE n.reversed_at IS DISTINCT FROM o.reversed_at)
    ORDER BY s.id FOR UPDATE)';
  RETURN NULL;
END $$;
