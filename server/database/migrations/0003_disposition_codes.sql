-- The catalogue of disposition codes: what a call or a visit can end with. CALL_STARTED is not offered (order 0): it is
-- the code of a call whose outcome is not recorded yet.
INSERT INTO disposition_codes
  (code, label, channel, disposition_class, needs_amount, needs_date, needs_time, needs_person_met, sort_order) VALUES
  ('CALL_STARTED', 'Call started', 'CALL', 'NOT_CONTACTED', false, false, false, false, 0),
  ('PTP', 'Promise to pay', 'CALL', 'PTP', true, true, true, false, 10),
  ('CALLBACK', 'Call back later', 'CALL', 'CALLBACK', false, true, true, false, 20),
  ('PAID', 'Already paid', 'CALL', 'PAID', true, false, false, false, 30),
  ('PARTIAL_PAID', 'Paid in part', 'CALL', 'PAID', true, false, false, false, 40),
  ('SETTLEMENT_ASKED', 'Asks for a settlement', 'CALL', 'CONTACTED', false, false, false, false, 50),
  ('LEFT_MESSAGE', 'Message left with someone', 'CALL', 'CONTACTED', false, false, false, true, 60),
  ('LANGUAGE_BARRIER', 'Language barrier', 'CALL', 'CONTACTED', false, false, false, false, 70),
  ('REFUSED_TO_PAY', 'Refuses to pay', 'CALL', 'REFUSED', false, false, false, false, 80),
  ('DISPUTE', 'Disputes the debt', 'CALL', 'DISPUTE', false, false, false, false, 90),
  ('DISCONNECTED', 'Hung up', 'CALL', 'NOT_CONTACTED', false, false, false, false, 100),
  ('RINGING', 'Rings, no answer', 'CALL', 'NOT_CONTACTED', false, false, false, false, 110),
  ('BUSY', 'Busy', 'CALL', 'NOT_CONTACTED', false, false, false, false, 120),
  ('SWITCHED_OFF', 'Switched off', 'CALL', 'NOT_CONTACTED', false, false, false, false, 130),
  ('NOT_REACHABLE', 'Not reachable', 'CALL', 'NOT_CONTACTED', false, false, false, false, 140),
  ('WRONG_NUMBER', 'Wrong number', 'CALL', 'SKIP', false, false, false, false, 150),
  ('DECEASED', 'Borrower has died', 'CALL', 'SKIP', false, false, false, true, 160),
  ('FIELD_PTP', 'Promise to pay', 'FIELD', 'PTP', true, true, false, true, 210),
  ('FIELD_CALLBACK', 'Visit or call again', 'FIELD', 'CALLBACK', false, true, true, true, 220),
  ('FIELD_PAID', 'Paid in full', 'FIELD', 'PAID', true, false, false, true, 230),
  ('FIELD_PARTIAL_PAID', 'Paid in part', 'FIELD', 'PAID', true, false, false, true, 240),
  ('FIELD_SETTLEMENT_ASKED', 'Asks for a settlement', 'FIELD', 'CONTACTED', false, false, false, true, 250),
  ('FIELD_MET_OTHER', 'Met someone else', 'FIELD', 'CONTACTED', false, false, false, true, 260),
  ('FIELD_REFUSED', 'Refuses to pay', 'FIELD', 'REFUSED', false, false, false, true, 270),
  ('FIELD_DISPUTE', 'Disputes the debt', 'FIELD', 'DISPUTE', false, false, false, true, 280),
  ('FIELD_DOOR_LOCKED', 'Door locked', 'FIELD', 'NOT_CONTACTED', false, false, false, false, 290),
  ('FIELD_NOT_AT_HOME', 'Borrower not at home', 'FIELD', 'NOT_CONTACTED', false, false, false, false, 300),
  ('FIELD_UNSAFE', 'Could not go there safely', 'FIELD', 'NOT_CONTACTED', false, false, false, false, 310),
  ('FIELD_SHIFTED', 'Moved away', 'FIELD', 'SKIP', false, false, false, false, 320),
  ('FIELD_ADDRESS_WRONG', 'Address not found', 'FIELD', 'SKIP', false, false, false, false, 330),
  ('FIELD_DECEASED', 'Borrower has died', 'FIELD', 'SKIP', false, false, false, true, 340);
--> statement-breakpoint

-- What was changed of a loan's contact fields, by whom: written here, so that an import or any later way of changing a
-- loan can't forget it. Offline edits are merged on these rows. `recoup.actor` and `recoup.operation` are set by the
-- command that changes the loan; without them (an import) the change is nobody's.
CREATE FUNCTION loans_note_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loan_changes (id, loan_id, revision, field, old_value, new_value, changed_by, op_id)
  SELECT gen_random_uuid(), n.id, n.revision, f.field, f.old_value, f.new_value,
    nullif(current_setting('recoup.actor', true), '')::uuid,
    nullif(current_setting('recoup.operation', true), '')::uuid
  FROM before_change o JOIN after_change n ON n.id = o.id
  CROSS JOIN LATERAL (VALUES
    ('Mobile_Number', o.mobile_number, n.mobile_number),
    ('Alternate_Mobile_Number', o.alternate_mobile_number, n.alternate_mobile_number),
    ('Email', o.email, n.email),
    ('Address', o.address, n.address),
    ('City', o.city, n.city),
    ('State', o.state, n.state),
    ('Pincode', o.pincode, n.pincode)
  ) AS f(field, old_value, new_value)
  WHERE f.old_value IS DISTINCT FROM f.new_value;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_note_changes AFTER UPDATE ON loans
  REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION loans_note_changes();
