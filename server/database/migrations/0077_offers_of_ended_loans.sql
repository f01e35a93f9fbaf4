-- Offers without their letter end with their loan: those of loans that ended before are followed now.
UPDATE "settlements" s SET "is_stale" = true FROM "loans" l
WHERE l.id = s.loan_id AND l.status <> 'ACTIVE' AND s.letter_at IS NULL AND s.waits_for IS NOT NULL;
