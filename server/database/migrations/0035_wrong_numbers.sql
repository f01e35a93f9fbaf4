ALTER TABLE "activity_sheet_rows" ADD COLUMN "rounded" text;--> statement-breakpoint
ALTER TABLE "activity_sheets" ADD COLUMN "undated_rows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_sheets" ADD COLUMN "rounding" jsonb;--> statement-breakpoint
ALTER TABLE "contact_numbers" ADD COLUMN "disposition_id" uuid;--> statement-breakpoint
ALTER TABLE "loan_import_rows" ADD COLUMN "rounded" jsonb;--> statement-breakpoint
ALTER TABLE "loan_imports" ADD COLUMN "rounding" jsonb;--> statement-breakpoint
CREATE INDEX "contact_numbers_disposition" ON "contact_numbers" USING btree ("disposition_id") WHERE disposition_id is not null;--> statement-breakpoint
CREATE INDEX "loan_keys_same" ON "loan_keys" USING btree (upper(loan_number),"client_id") WHERE status <> 'DELETED';--> statement-breakpoint
-- Numbers whose last call found somebody else are out from now on: where nobody noted the number, the loan's first.
INSERT INTO contact_numbers (id, number, loan_id, disposition_id, created_by, created_at)
SELECT gen_random_uuid(), t.number, t.loan_id, t.id, t.agent_id, t.recorded_at + interval '1 millisecond'
FROM (SELECT DISTINCT ON (d.loan_id, n.number) d.id, d.loan_id, d.agent_id, d.recorded_at, d.code, n.number
    FROM dispositions d JOIN loans l ON l.id = d.loan_id
      CROSS JOIN LATERAL (SELECT nullif(right(regexp_replace(coalesce(nullif(d.dialled_number, ''),
        nullif(l.mobile_number, ''), l.alternate_mobile_number, ''), '\D', '', 'g'), 10), '') AS number) n
    WHERE d.channel = 'CALL' AND d.code <> 'CALL_STARTED' AND n.number IS NOT NULL
      AND EXISTS (SELECT 1 FROM dispositions w WHERE w.loan_id = d.loan_id AND w.code = 'WRONG_NUMBER')
    ORDER BY d.loan_id, n.number, d.recorded_at DESC, d.id DESC) t
WHERE t.code = 'WRONG_NUMBER'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Payments are known again in whatever letter case a sheet writes the loan's number: the same key as sheet-row-check.ts makes.
UPDATE payments p SET payment_key = k.key
FROM (SELECT s.sheet_id, s.row, translate(rtrim(encode(sha256(convert_to('[' || concat_ws(',',
      to_json(upper(s.loan_number))::text, coalesce(to_json(s.on_date::text)::text, 'null'),
      coalesce(to_json(s.amount::text)::text, 'null'), coalesce(to_json(lower(s.mode))::text, 'null'),
      coalesce(to_json(lower(s.reference))::text, 'null'),
      row_number() OVER (PARTITION BY s.sheet_id, upper(s.loan_number), s.on_date, s.amount, lower(s.mode),
        lower(s.reference) ORDER BY s.row)) || ']', 'UTF8')), 'base64'), '='), '+/', '-_') AS key
    FROM activity_sheet_rows s
    WHERE s.payment_key IS NOT NULL AND s.outcome NOT IN ('FAILED', 'DUPLICATE')
      AND s.sheet_id IN (SELECT o.sheet_id FROM activity_sheet_rows o WHERE o.loan_number <> upper(o.loan_number))) k
WHERE p.sheet_id = k.sheet_id AND p.row = k.row AND p.payment_key <> k.key
  AND NOT EXISTS (SELECT 1 FROM payments o WHERE o.client_id = p.client_id AND o.payment_key = k.key);
