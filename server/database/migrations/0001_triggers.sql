-- Search in the middle of words, by index.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
INSERT INTO organisation (id) VALUES (1) ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE SEQUENCE loan_import_batch AS integer;
--> statement-breakpoint

-- Loans: revision, updated_at and the search text follow every change by themselves.
CREATE FUNCTION loan_touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.revision := OLD.revision + 1;
    NEW.updated_at := now();
  END IF;
  IF TG_OP = 'INSERT'
     OR (NEW.customer_name, NEW.loan_number, NEW.mobile_number, NEW.alternate_mobile_number, NEW.address, NEW.city, NEW.pincode)
        IS DISTINCT FROM
        (OLD.customer_name, OLD.loan_number, OLD.mobile_number, OLD.alternate_mobile_number, OLD.address, OLD.city, OLD.pincode)
  THEN
    NEW.search_text := lower(concat_ws(' ', NEW.customer_name, NEW.loan_number, NEW.mobile_number,
      NEW.alternate_mobile_number, NEW.address, NEW.city, NEW.pincode));
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_touch BEFORE INSERT OR UPDATE ON loans FOR EACH ROW EXECUTE FUNCTION loan_touch();
--> statement-breakpoint
CREATE INDEX loans_search ON loans USING gin (search_text gin_trgm_ops);
--> statement-breakpoint

-- The pull's change marks: whatever changes of a loan or its dispositions touches the loan's open allocations.
-- Pages are bounded by the oldest running transaction, so a change that commits late is not skipped.
CREATE FUNCTION allocation_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_xid := pg_current_xact_id();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER allocations_mark BEFORE INSERT OR UPDATE ON allocations FOR EACH ROW EXECUTE FUNCTION allocation_mark();
--> statement-breakpoint
CREATE FUNCTION loans_mark_allocations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE allocations SET changed_xid = pg_current_xact_id()
   WHERE ended_at IS NULL AND loan_id IN (SELECT id FROM changed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_mark_allocations AFTER UPDATE ON loans
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION loans_mark_allocations();
--> statement-breakpoint
CREATE FUNCTION dispositions_mark_allocations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE allocations SET changed_xid = pg_current_xact_id()
   WHERE ended_at IS NULL AND loan_id IN (SELECT loan_id FROM changed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER dispositions_mark_allocations_insert AFTER INSERT ON dispositions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION dispositions_mark_allocations();
--> statement-breakpoint
CREATE TRIGGER dispositions_mark_allocations_update AFTER UPDATE ON dispositions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION dispositions_mark_allocations();
--> statement-breakpoint

-- The audit trail. One writer at a time takes the next number and chains its row to the one before; nobody edits it.
-- The lock is held from the first audit row of a transaction to its end: write audit rows last.
CREATE FUNCTION audit_hash(previous text, sequence bigint, at timestamptz, actor_id uuid, actor_role text,
  action text, entity text, entity_id text, details jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array(previous, sequence, extract(epoch FROM at), actor_id, actor_role,
    action, entity, entity_id, details)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
CREATE FUNCTION audit_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last record;
BEGIN
  PERFORM pg_advisory_xact_lock(4801);
  SELECT sequence, hash INTO last FROM audit_log ORDER BY sequence DESC LIMIT 1;
  NEW.sequence := coalesce(last.sequence, 0) + 1;
  NEW.previous_hash := coalesce(last.hash, repeat('0', 64));
  NEW.at := clock_timestamp();
  NEW.hash := audit_hash(NEW.previous_hash, NEW.sequence, NEW.at, NEW.actor_id, NEW.actor_role, NEW.action,
    NEW.entity, NEW.entity_id, NEW.details);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_chain BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_chain();
--> statement-breakpoint
CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit trail is append-only.' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_refuse();
--> statement-breakpoint
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
