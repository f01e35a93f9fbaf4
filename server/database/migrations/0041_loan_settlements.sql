ALTER TABLE "loans" ADD COLUMN "settlement_id" uuid;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "settlement_state" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "settlement_due_on" date;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "settlement_amount" bigint;--> statement-breakpoint
ALTER TABLE "settlement_rules" ADD COLUMN "letter_languages" text[] DEFAULT '{"en","hi"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement_rules" ADD COLUMN "letter_signatory" text;--> statement-breakpoint
ALTER TABLE "settlement_rules" ADD COLUMN "letter_clause" text;--> statement-breakpoint
-- A loan shows its open settlement: lists, phones, the contact gate and the dialer look at the loan alone. Whoever writes
-- settlements holds their loans' locks; a loan of which nothing changes is not written.
CREATE FUNCTION settlements_show_on_loans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE loans l SET settlement_id = x.id, settlement_state = x.state, settlement_due_on = x.due_on,
    settlement_amount = x.amount
  FROM (SELECT c.loan_id, s.id, s.state,
      CASE WHEN s.state = 'LETTER_ISSUED' THEN coalesce(s.next_due_on, s.valid_until) ELSE s.next_due_on END AS due_on,
      coalesce(s.next_amount, s.offered_amount) AS amount
    FROM (SELECT DISTINCT loan_id FROM changed) c LEFT JOIN settlements s ON s.loan_id = c.loan_id
      AND s.state IN ('PROPOSED', 'APPROVED_BY_MANAGER', 'COUNTERED', 'APPROVED_BY_CLIENT', 'LETTER_ISSUED', 'ACTIVE')) x
  WHERE l.id = x.loan_id AND (l.settlement_id, l.settlement_state, l.settlement_due_on, l.settlement_amount)
    IS DISTINCT FROM (x.id, x.state, x.due_on, x.amount);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER settlements_show_insert AFTER INSERT ON settlements
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION settlements_show_on_loans();
--> statement-breakpoint
CREATE TRIGGER settlements_show_update AFTER UPDATE ON settlements
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION settlements_show_on_loans();
--> statement-breakpoint
UPDATE loans l SET settlement_id = s.id, settlement_state = s.state, settlement_due_on = s.next_due_on,
  settlement_amount = coalesce(s.next_amount, s.offered_amount)
FROM settlements s WHERE s.loan_id = l.id
  AND s.state IN ('PROPOSED', 'APPROVED_BY_MANAGER', 'COUNTERED', 'APPROVED_BY_CLIENT', 'LETTER_ISSUED', 'ACTIVE');
