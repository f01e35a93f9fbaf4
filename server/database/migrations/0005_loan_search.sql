-- The words of a loan lie beside it. A loan is rewritten with each contact and allocation, and PostgreSQL then writes a
-- new entry into every index of its table: the trigram index alone was half of that work, for words that had not changed.
CREATE TABLE "loan_search" (
	"loan_id" uuid PRIMARY KEY NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
INSERT INTO loan_search (loan_id, words) SELECT id, search_text FROM loans;
--> statement-breakpoint
DROP INDEX "loans_search";
--> statement-breakpoint
ALTER TABLE "loans" DROP COLUMN "search_text";
--> statement-breakpoint
CREATE INDEX "loan_search_words" ON "loan_search" USING gin ("words" gin_trgm_ops);
--> statement-breakpoint
-- A lender's loans are found by the index on lender and number.
DROP INDEX "loans_client_bucket";
--> statement-breakpoint

DROP TRIGGER loans_touch ON loans;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION loan_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_touch BEFORE UPDATE ON loans FOR EACH ROW EXECUTE FUNCTION loan_touch();
--> statement-breakpoint
CREATE FUNCTION loan_words(customer_name text, loan_number text, mobile_number text, alternate_mobile_number text,
  address text, city text, pincode text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT lower(concat_ws(' ', customer_name, loan_number, mobile_number, alternate_mobile_number, address, city, pincode))
$$;
--> statement-breakpoint
CREATE FUNCTION loans_add_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loan_search (loan_id, words)
  SELECT id, loan_words(customer_name, loan_number, mobile_number, alternate_mobile_number, address, city, pincode)
    FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_add_words AFTER INSERT ON loans
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION loans_add_words();
--> statement-breakpoint
CREATE FUNCTION loans_change_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE loan_search SET words = loan_words(NEW.customer_name, NEW.loan_number, NEW.mobile_number,
      NEW.alternate_mobile_number, NEW.address, NEW.city, NEW.pincode)
   WHERE loan_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_change_words AFTER UPDATE ON loans FOR EACH ROW
  WHEN ((NEW.customer_name, NEW.loan_number, NEW.mobile_number, NEW.alternate_mobile_number, NEW.address, NEW.city, NEW.pincode)
    IS DISTINCT FROM
    (OLD.customer_name, OLD.loan_number, OLD.mobile_number, OLD.alternate_mobile_number, OLD.address, OLD.city, OLD.pincode))
  EXECUTE FUNCTION loans_change_words();
--> statement-breakpoint
CREATE FUNCTION loans_drop_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM loan_search WHERE loan_id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_drop_words AFTER DELETE ON loans
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION loans_drop_words();
--> statement-breakpoint

-- Changed contact fields are noted row by row, only where one changed: an allocation of thousands of loans notes nothing.
DROP TRIGGER loans_note_changes ON loans;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION loans_note_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loan_changes (id, loan_id, revision, field, old_value, new_value, changed_by, op_id)
  SELECT gen_random_uuid(), NEW.id, NEW.revision, f.field, f.old_value, f.new_value,
    nullif(current_setting('recoup.actor', true), '')::uuid,
    nullif(current_setting('recoup.operation', true), '')::uuid
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
--> statement-breakpoint
CREATE TRIGGER loans_note_changes AFTER UPDATE ON loans FOR EACH ROW
  WHEN ((NEW.mobile_number, NEW.alternate_mobile_number, NEW.email, NEW.address, NEW.city, NEW.state, NEW.pincode)
    IS DISTINCT FROM
    (OLD.mobile_number, OLD.alternate_mobile_number, OLD.email, OLD.address, OLD.city, OLD.state, OLD.pincode))
  EXECUTE FUNCTION loans_note_changes();
--> statement-breakpoint

-- EXECUTE plans for the number of loans at hand. A plan kept by the session would be that of its first change: after an
-- allocation of thousands, each contact would read all allocations. What this transaction marked already stays as it is.
CREATE OR REPLACE FUNCTION loans_mark_allocations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'UPDATE allocations SET changed_xid = pg_current_xact_id()
    WHERE ended_at IS NULL AND changed_xid <> pg_current_xact_id() AND loan_id IN (SELECT id FROM changed)';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION dispositions_mark_allocations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'UPDATE allocations SET changed_xid = pg_current_xact_id()
    WHERE ended_at IS NULL AND changed_xid <> pg_current_xact_id() AND loan_id IN (SELECT loan_id FROM changed)';
  RETURN NULL;
END $$;
