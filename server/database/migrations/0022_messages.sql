-- Messages to borrowers: templates with their versions, what was sent and what became of it, sendings to many loans.

-- One text of one channel and language; a name groups the languages. The words stand in its versions: none is ever changed.
CREATE TABLE message_templates (
  id uuid PRIMARY KEY,
  -- Null: for every lender.
  client_id uuid REFERENCES clients (id),
  channel text NOT NULL CHECK (channel IN ('SMS', 'WHATSAPP')),
  -- BCP 47: en, hi, mr, ...
  language text NOT NULL,
  name text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE UNIQUE INDEX message_templates_name ON message_templates
  (coalesce(client_id, '00000000-0000-0000-0000-000000000000'), channel, lower(name), language);
--> statement-breakpoint
CREATE TABLE message_template_versions (
  template_id uuid NOT NULL REFERENCES message_templates (id),
  version integer NOT NULL,
  body text NOT NULL,
  -- What the regulator (DLT) or WhatsApp registered the text under, and the sender's header.
  registered_id text,
  sender text,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (template_id, version)
);
--> statement-breakpoint

-- A sending of one template to many loans, confirmed once, carried out by a job.
CREATE TABLE message_runs (
  id uuid PRIMARY KEY,
  channel text NOT NULL,
  template_id uuid NOT NULL REFERENCES message_templates (id),
  version integer NOT NULL,
  state text NOT NULL DEFAULT 'QUEUEING' CHECK (state IN ('QUEUEING', 'DONE', 'CANCELLED', 'FAILED')),
  total_loans integer NOT NULL,
  done_loans integer NOT NULL DEFAULT 0,
  queued integer NOT NULL DEFAULT 0,
  -- Loans that got none, by reason: {"HOURS": 12, "NO_NUMBER": 3}.
  left_out jsonb NOT NULL DEFAULT '{}',
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
--> statement-breakpoint
CREATE INDEX message_runs_open ON message_runs (id) WHERE state = 'QUEUEING';
--> statement-breakpoint
CREATE INDEX message_runs_created ON message_runs (created_at DESC, id);
--> statement-breakpoint
-- The loans of a sending while it is queued; the message's id is chosen here, so that a job that begins anew makes none twice.
CREATE TABLE message_run_loans (
  run_id uuid NOT NULL REFERENCES message_runs (id),
  loan_id uuid NOT NULL,
  message_id uuid NOT NULL,
  PRIMARY KEY (run_id, loan_id)
);
--> statement-breakpoint

-- QUEUED: waits for next_at; SENDING: claimed, the provider is being asked; SENT: the provider has it; UNKNOWN: nobody can
-- say whether the provider has it, so it is not sent again; REFUSED: the gate said no at the last moment.
CREATE TABLE messages (
  id uuid PRIMARY KEY,
  loan_id uuid NOT NULL REFERENCES loans (id),
  client_id uuid NOT NULL REFERENCES clients (id),
  channel text NOT NULL CHECK (channel IN ('SMS', 'WHATSAPP')),
  number text NOT NULL,
  -- The text as sent.
  text text NOT NULL,
  segments integer NOT NULL DEFAULT 1,
  language text NOT NULL,
  template_id uuid NOT NULL REFERENCES message_templates (id),
  version integer NOT NULL,
  registered_id text,
  sender text,
  state text NOT NULL DEFAULT 'QUEUED'
    CHECK (state IN ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'REFUSED')),
  -- How often the provider was asked.
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  -- A claim that is not followed by a result until then is of a process that died.
  claimed_until timestamptz,
  provider text,
  provider_id text,
  error text,
  -- The gate's reason code of a refused one.
  reason text,
  run_id uuid REFERENCES message_runs (id),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX messages_due ON messages (channel, (run_id IS NOT NULL), next_at) WHERE state = 'QUEUED';
--> statement-breakpoint
CREATE INDEX messages_claimed ON messages (claimed_until) WHERE state = 'SENDING';
--> statement-breakpoint
CREATE INDEX messages_loan ON messages (loan_id, created_at);
--> statement-breakpoint
CREATE INDEX messages_created ON messages (created_at DESC, id);
--> statement-breakpoint
CREATE INDEX messages_client ON messages (client_id, created_at DESC, id);
--> statement-breakpoint
CREATE INDEX messages_provider_id ON messages (provider_id) WHERE provider_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX messages_run ON messages (run_id) WHERE run_id IS NOT NULL;
--> statement-breakpoint
-- Every delivery receipt once: a repeated one changes nothing.
CREATE TABLE message_receipts (
  message_id uuid NOT NULL REFERENCES messages (id),
  state text NOT NULL,
  provider_id text NOT NULL DEFAULT '',
  error text,
  arrived_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (message_id, state, provider_id)
);
