-- The application's role may only append to the audit trail; what need not be kept any longer goes by this, and nothing else.
CREATE FUNCTION forget_old_reads() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM public.audit_reads WHERE at < now() - interval '400 days';
$$;
