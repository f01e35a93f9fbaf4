ALTER TABLE "loan_changes" ADD COLUMN "made_at" timestamp with time zone;--> statement-breakpoint

-- A correction that a device delivers later is noted with when it was made: `recoup.made_at` is set beside the others.
CREATE OR REPLACE FUNCTION loans_note_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loan_changes (id, loan_id, revision, field, old_value, new_value, changed_by, op_id, made_at)
  SELECT gen_random_uuid(), NEW.id, NEW.revision, f.field, f.old_value, f.new_value,
    nullif(current_setting('recoup.actor', true), '')::uuid,
    nullif(current_setting('recoup.operation', true), '')::uuid,
    nullif(current_setting('recoup.made_at', true), '')::timestamptz
  FROM (VALUES
    ('Mobile_Number', OLD.mobile_number, NEW.mobile_number),
    ('Alternate_Mobile_Number', OLD.alternate_mobile_number, NEW.alternate_mobile_number),
    ('Email', OLD.email, NEW.email),
    ('Address', OLD.address, NEW.address),
    ('City', OLD.city, NEW.city),
    ('State', OLD.state, NEW.state),
    ('Pincode', OLD.pincode, NEW.pincode)
  ) AS f(field, old_value, new_value)
  WHERE f.old_value IS DISTINCT FROM f.new_value;
  RETURN NULL;
END $$;
