-- The call floor: one ledger of contacts, campaigns with their lists, calls, what agents do from when to when, and the pacing engine's log.

-- One row per contact that was tried (spec 4.3 and our gate): what counts towards a borrower's limits, and who broke a rule.
CREATE TABLE contact_attempts (
  -- The disposition's, message's or dialer call's own id: asking twice is the same attempt.
  id uuid PRIMARY KEY,
  loan_id uuid NOT NULL REFERENCES loans (id),
  channel text NOT NULL CHECK (channel IN ('CALL', 'DIALER', 'SMS', 'WHATSAPP', 'VISIT')),
  number text,
  agent_id uuid REFERENCES users (id),
  at timestamptz NOT NULL,
  -- BREACH: it had happened, against a rule, when the server heard of it (delivered work, calls outside the product).
  decision text NOT NULL CHECK (decision IN ('ALLOWED', 'OVERRIDDEN', 'REFUSED', 'BREACH')),
  reason text,
  until timestamptz,
  override_reason text,
  override_by uuid REFERENCES users (id),
  -- Somebody was spoken to: rules about talks count these.
  is_conversation boolean NOT NULL DEFAULT false,
  is_replay boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX contact_attempts_loan ON contact_attempts (loan_id, at);
--> statement-breakpoint
CREATE INDEX contact_attempts_number ON contact_attempts (number, at) WHERE number IS NOT NULL;
--> statement-breakpoint
CREATE INDEX contact_attempts_looked_at ON contact_attempts (at, id) WHERE decision IN ('BREACH', 'OVERRIDDEN');
--> statement-breakpoint

-- A dialer campaign: the spec's process. Its agents are the users whose predictive_process is its name.
CREATE TABLE campaigns (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  client_id uuid REFERENCES clients (id),
  state text NOT NULL DEFAULT 'PAUSED' CHECK (state IN ('RUNNING', 'PAUSED', 'ENDED')),
  pacing text NOT NULL DEFAULT 'SURVIVAL' CHECK (pacing IN ('SURVIVAL', 'LEVEL', 'PROGRESSIVE')),
  lead_order text NOT NULL DEFAULT 'PRIORITY' CHECK (lead_order IN ('PRIORITY', 'LARGEST_DUE', 'OLDEST_DUE', 'FEWEST_CALLS', 'RANDOM')),
  next_agent text NOT NULL DEFAULT 'LONGEST_WAIT' CHECK (next_agent IN ('LONGEST_WAIT', 'FEWEST_CALLS', 'RANDOM')),
  trunks integer NOT NULL DEFAULT 20 CHECK (trunks BETWEEN 1 AND 1000),
  -- Numbers that calls come from, used in turn; a lender's own series stands in clients.caller_id_series.
  caller_ids text[] NOT NULL DEFAULT '{}',
  -- Most of the live-answered calls of 30 days that may be dropped, percent.
  drop_cap_percent numeric(4, 2) NOT NULL DEFAULT 3 CHECK (drop_cap_percent BETWEEN 0 AND 3),
  max_level numeric(4, 2) NOT NULL DEFAULT 3 CHECK (max_level BETWEEN 1 AND 6),
  ring_seconds integer NOT NULL DEFAULT 25 CHECK (ring_seconds BETWEEN 15 AND 90),
  wrapup_seconds integer NOT NULL DEFAULT 30 CHECK (wrapup_seconds BETWEEN 0 AND 600),
  max_attempts integer NOT NULL DEFAULT 6 CHECK (max_attempts BETWEEN 1 AND 50),
  -- Minutes until a lead is called again, by result: {"BUSY": 15, "NO_ANSWER": 120, "MACHINE": 240, "ABANDONED": 60, "FAILED": 30}.
  recycle jsonb NOT NULL DEFAULT '{"BUSY": 15, "NO_ANSWER": 120, "MACHINE": 240, "ABANDONED": 60, "FAILED": 30}',
  -- When the shift ends, business time zone: pacing tapers towards it.
  shift_end time NOT NULL DEFAULT '19:00',
  revision integer NOT NULL DEFAULT 1,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE UNIQUE INDEX campaigns_name ON campaigns (lower(name));
--> statement-breakpoint
CREATE TABLE campaign_lists (
  id uuid PRIMARY KEY,
  campaign_id uuid NOT NULL REFERENCES campaigns (id),
  name text NOT NULL,
  -- Hex digest of the uploaded file: the same file twice adds nothing.
  file_hash text,
  is_active boolean NOT NULL DEFAULT true,
  row_count integer NOT NULL DEFAULT 0,
  lead_count integer NOT NULL DEFAULT 0,
  -- Rows that made no lead, with the reason: [{"row": 4, "reason": "..."}], the first 1,000 of them.
  failed_rows jsonb NOT NULL DEFAULT '[]',
  failed_count integer NOT NULL DEFAULT 0,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE UNIQUE INDEX campaign_lists_file ON campaign_lists (campaign_id, file_hash) WHERE file_hash IS NOT NULL;
--> statement-breakpoint
-- A number to call for a loan. READY: waits for its turn at next_at; CALLING: a call is out; DONE: reached or tried often
-- enough; STOPPED: paid, withdrawn, list switched off.
CREATE TABLE campaign_leads (
  id uuid PRIMARY KEY,
  campaign_id uuid NOT NULL REFERENCES campaigns (id),
  list_id uuid NOT NULL REFERENCES campaign_lists (id),
  loan_id uuid NOT NULL REFERENCES loans (id),
  number text NOT NULL,
  position integer NOT NULL,
  priority integer NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'READY' CHECK (state IN ('READY', 'CALLING', 'DONE', 'STOPPED')),
  attempts integer NOT NULL DEFAULT 0,
  last_result text,
  last_call_at timestamptz,
  next_at timestamptz NOT NULL DEFAULT now(),
  stop_reason text,
  UNIQUE (campaign_id, loan_id, number)
);
--> statement-breakpoint
CREATE INDEX campaign_leads_due ON campaign_leads (campaign_id, priority DESC, next_at, id) WHERE state = 'READY';
--> statement-breakpoint
CREATE INDEX campaign_leads_list ON campaign_leads (list_id, position);
--> statement-breakpoint
CREATE INDEX campaign_leads_loan ON campaign_leads (loan_id);
--> statement-breakpoint

-- One row per call of any source. The id of a call that an agent had is its disposition's id too: exactly one each.
CREATE TABLE dialer_calls (
  id uuid PRIMARY KEY,
  -- ENGINE: our pacing engine; MANUAL: an agent pressed Call; SHEET: an outside dialer's call sheet.
  source text NOT NULL CHECK (source IN ('ENGINE', 'MANUAL', 'SHEET')),
  -- The outside dialer's call id (spec 3: convoxid).
  external_id text,
  sheet_id uuid,
  campaign_id uuid REFERENCES campaigns (id),
  lead_id uuid REFERENCES campaign_leads (id),
  process_name text,
  loan_id uuid REFERENCES loans (id),
  agent_id uuid REFERENCES users (id),
  -- The spec's dialledNumber, digits.
  number text NOT NULL,
  caller_id text,
  -- DIALING: placed; ANSWERED: a person waits for an agent; CONNECTED: with its agent; ENDED.
  state text NOT NULL CHECK (state IN ('DIALING', 'ANSWERED', 'CONNECTED', 'ENDED')),
  -- ANSWERED is the result of a call that was connected to an agent; ABANDONED of one that was answered and got none in time.
  result text CHECK (result IN ('ANSWERED', 'ABANDONED', 'BUSY', 'NO_ANSWER', 'MACHINE', 'FAILED', 'CANCELLED')),
  placed_at timestamptz NOT NULL,
  answered_at timestamptz,
  connected_at timestamptz,
  ended_at timestamptz,
  -- When the agent's disposition of it was saved.
  wrapped_at timestamptz,
  disposition_id uuid,
  -- Seconds, connected until ended.
  talk_seconds integer,
  wrapup_seconds integer,
  record_link text,
  -- Which engine placed it: a successor tells its predecessor's calls by it.
  engine_epoch bigint,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE UNIQUE INDEX dialer_calls_external ON dialer_calls (external_id) WHERE external_id IS NOT NULL;
--> statement-breakpoint
-- Nobody is called twice at once, no agent has two calls.
CREATE UNIQUE INDEX dialer_calls_live_number ON dialer_calls (number) WHERE state <> 'ENDED';
--> statement-breakpoint
CREATE UNIQUE INDEX dialer_calls_live_agent ON dialer_calls (agent_id) WHERE state = 'CONNECTED';
--> statement-breakpoint
CREATE INDEX dialer_calls_live ON dialer_calls (campaign_id) WHERE state <> 'ENDED';
--> statement-breakpoint
CREATE INDEX dialer_calls_campaign ON dialer_calls (campaign_id, placed_at);
--> statement-breakpoint
CREATE INDEX dialer_calls_agent ON dialer_calls (agent_id, placed_at);
--> statement-breakpoint
CREATE INDEX dialer_calls_loan ON dialer_calls (loan_id, placed_at);
--> statement-breakpoint
CREATE INDEX dialer_calls_day ON dialer_calls (placed_at, id);
--> statement-breakpoint
CREATE INDEX dialer_calls_sheet ON dialer_calls (sheet_id) WHERE sheet_id IS NOT NULL;
--> statement-breakpoint

-- What a dialer agent did from when to when, without a gap from login to logout. The open one is how the agent stands now.
-- READY: waits; QUEUE: a call is on its way to the agent; INCALL; DEAD: the borrower hung up, the agent has not;
-- DISPO: wrap-up; BREAK with its reason (spec 9). Logged out: no open span.
CREATE TABLE agent_spans (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  state text NOT NULL CHECK (state IN ('READY', 'QUEUE', 'INCALL', 'DEAD', 'DISPO', 'BREAK')),
  break_reason text,
  process_name text,
  campaign_id uuid REFERENCES campaigns (id),
  -- Takes calls of the engine: predictive mode is on (spec 4.2).
  is_predictive boolean NOT NULL DEFAULT false,
  call_id uuid,
  loan_id uuid,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK (ended_at IS NULL OR ended_at >= started_at)
);
--> statement-breakpoint
CREATE UNIQUE INDEX agent_spans_open ON agent_spans (user_id) WHERE ended_at IS NULL;
--> statement-breakpoint
CREATE INDEX agent_spans_user ON agent_spans (user_id, started_at);
--> statement-breakpoint
CREATE INDEX agent_spans_day ON agent_spans (started_at, user_id);
--> statement-breakpoint
CREATE INDEX agent_spans_campaign_open ON agent_spans (campaign_id) WHERE ended_at IS NULL;
--> statement-breakpoint

-- Why so many lines: every decision with its figures.
CREATE TABLE pacing_decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id uuid NOT NULL REFERENCES campaigns (id),
  at timestamptz NOT NULL DEFAULT now(),
  pacing text NOT NULL,
  level numeric(6, 3) NOT NULL,
  ready integer NOT NULL,
  in_call integer NOT NULL,
  wrapping integer NOT NULL,
  in_flight integer NOT NULL,
  waiting integer NOT NULL,
  goal integer NOT NULL,
  placed integer NOT NULL,
  -- Share of live-answered calls dropped in 30 days, percent.
  drop_percent numeric(6, 3) NOT NULL,
  figures jsonb NOT NULL DEFAULT '{}'
);
--> statement-breakpoint
CREATE INDEX pacing_decisions_campaign ON pacing_decisions (campaign_id, at);
--> statement-breakpoint
-- One engine over all server processes: whoever holds the lease. Each taking over raises the epoch.
CREATE TABLE dialer_engine (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  holder uuid,
  epoch bigint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL DEFAULT '-infinity'
);
--> statement-breakpoint
INSERT INTO dialer_engine DEFAULT VALUES;
