-- The trail's own functions mean the same whoever writes: a temporary table, a schema of one's own or a function of another
-- kind of arguments in public would stand in for what they name, and so choose a row's number, time or hash.
CREATE OR REPLACE FUNCTION public.audit_hash(previous text, sequence bigint, at timestamptz, actor_id uuid, actor_role text,
  action text, entity text, entity_id text, details jsonb) RETURNS text LANGUAGE sql IMMUTABLE
  -- Bound here to the functions that it calls; so it can still be inlined, which a SET of its own would forbid.
  RETURN pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.jsonb_build_array(previous, sequence,
    extract(epoch FROM at), actor_id, actor_role, action, entity, entity_id, details)::pg_catalog.text, 'UTF8')), 'hex');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.audit_chain() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE last record;
BEGIN
  PERFORM pg_advisory_xact_lock(4801);
  SELECT sequence, hash INTO last FROM public.audit_log ORDER BY sequence DESC LIMIT 1;
  NEW.sequence := coalesce(last.sequence, 0) + 1;
  NEW.previous_hash := coalesce(last.hash, repeat('0', 64));
  NEW.at := clock_timestamp();
  NEW.hash := public.audit_hash(NEW.previous_hash, NEW.sequence, NEW.at, NEW.actor_id, NEW.actor_role, NEW.action,
    NEW.entity, NEW.entity_id, NEW.details);
  RETURN NEW;
END $$;
