-- How far a campaign's list has been loaded, and its place among the others.
ALTER TABLE campaign_lists
  ADD COLUMN state text NOT NULL DEFAULT 'LOADED' CHECK (state IN ('LOADING', 'LOADED', 'FAILED')),
  ADD COLUMN error text,
  ADD COLUMN file_name text,
  ADD COLUMN store_key text,
  ADD COLUMN sheet_name text,
  ADD COLUMN mapping jsonb,
  -- About how many rows the file has, for the progress; null: not known.
  ADD COLUMN expected_rows integer,
  -- 0 to 9. A lead's priority is its list's times 1,000 plus its own, so that lists come one after another.
  ADD COLUMN priority integer NOT NULL DEFAULT 5 CHECK (priority BETWEEN 0 AND 9),
  -- Its leads are called no more; what was called stays for the reports.
  ADD COLUMN removed_at timestamptz;
--> statement-breakpoint
CREATE INDEX campaign_lists_campaign ON campaign_lists (campaign_id, priority DESC, created_at) WHERE removed_at IS NULL;
--> statement-breakpoint
CREATE INDEX campaign_lists_loading ON campaign_lists (created_at) WHERE state = 'LOADING';
--> statement-breakpoint
CREATE INDEX users_predictive_process ON users (predictive_process) WHERE predictive_process IS NOT NULL;
