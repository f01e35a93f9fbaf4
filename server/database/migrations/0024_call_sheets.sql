-- Call sheets of outside dialers: read with a mapping of their own, looked at, then taken in as calls.
CREATE TABLE call_sheets (
  id uuid PRIMARY KEY,
  -- Which dialer it comes from, in the words of who uploads it.
  source text NOT NULL,
  file_name text NOT NULL,
  store_key text NOT NULL,
  -- Which sheet of a workbook; null: the first that fits.
  sheet_name text,
  state text NOT NULL CHECK (state IN ('READING', 'PENDING', 'POSTING', 'DONE', 'FAILED', 'CANCELLED')),
  mapping jsonb NOT NULL,
  done_rows integer NOT NULL DEFAULT 0,
  total_rows integer,
  -- Rows by outcome: {"READY": 40}.
  counts jsonb NOT NULL DEFAULT '{}',
  error text,
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_by uuid REFERENCES users (id),
  finished_at timestamptz
);
--> statement-breakpoint
CREATE INDEX call_sheets_newest ON call_sheets (created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX call_sheets_at_work ON call_sheets (id) WHERE state IN ('READING', 'POSTING');
--> statement-breakpoint
-- No foreign keys, as in imports: rows are copied in by the ten thousand.
CREATE TABLE call_sheet_rows (
  sheet_id uuid NOT NULL,
  row integer NOT NULL,
  outcome text NOT NULL,
  external_id text,
  number text,
  placed_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  talk_seconds integer,
  agent text,
  result text,
  record_link text,
  process_name text,
  loan_id uuid,
  agent_id uuid,
  -- The call we have already, which the row completes.
  call_id uuid,
  problems jsonb,
  PRIMARY KEY (sheet_id, row)
);
--> statement-breakpoint
CREATE INDEX call_sheet_rows_outcome ON call_sheet_rows (sheet_id, outcome, row);
--> statement-breakpoint
-- The columns of each dialer's sheets, as they were mapped the last time.
CREATE TABLE call_sheet_mappings (
  source text PRIMARY KEY,
  mapping jsonb NOT NULL,
  updated_by uuid REFERENCES users (id),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
-- A number's calls by time: a sheet completes the calls that we placed ourselves.
CREATE INDEX dialer_calls_number ON dialer_calls (number, placed_at);
--> statement-breakpoint
-- The recordings of a span of days.
CREATE INDEX dialer_calls_recorded ON dialer_calls (placed_at, id) WHERE record_link IS NOT NULL;
--> statement-breakpoint
CREATE INDEX dispositions_recorded ON dispositions (recorded_at, id) WHERE record_link IS NOT NULL;
