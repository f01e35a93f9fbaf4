/**
 * What every session of ours rests on, whatever an operator gave the database or its users for other programs: the texts that
 * values come as, the schema that names are looked up in, and no limit but those that are set after it. `transaction_timeout`
 * is there from PostgreSQL 17 on.
 */
export const SESSION_SETTINGS = [
  "set timezone = 'UTC'",
  "set datestyle = 'ISO'",
  "set intervalstyle = 'postgres'",
  "set bytea_output = 'hex'",
  'set standard_conforming_strings = on',
  'set search_path = public',
  "set default_transaction_isolation = 'read committed'",
  'set default_transaction_deferrable = off',
  'set statement_timeout = 0',
  'set lock_timeout = 0',
  'set idle_session_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
  `select pg_catalog.set_config(name, '0', false) from pg_catalog.pg_settings where name = 'transaction_timeout'`,
].join('; ');
