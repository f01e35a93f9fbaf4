-- Calls at the desk: the number that was dialled, corrections with what stood before, removals that can be taken back, numbers learnt, notes.

ALTER TABLE dispositions ADD COLUMN dialled_number text;
--> statement-breakpoint
-- Counts up with every correction: a correction names the one it was made on.
ALTER TABLE dispositions ADD COLUMN revision integer NOT NULL DEFAULT 1;
--> statement-breakpoint
-- A removed contact keeps its files and receipts: they name its id until it comes back.
ALTER TABLE files DROP CONSTRAINT files_disposition_id_dispositions_id_fk;
--> statement-breakpoint
ALTER TABLE receipts DROP CONSTRAINT receipts_disposition_id_dispositions_id_fk;
--> statement-breakpoint

-- What a contact said before each correction.
CREATE TABLE disposition_revisions (
  disposition_id uuid NOT NULL,
  -- The revision that this is of: 1 is what was recorded first.
  revision integer NOT NULL,
  loan_id uuid NOT NULL REFERENCES loans (id),
  -- The whole row of dispositions as it stood.
  before jsonb NOT NULL,
  reason text,
  changed_by uuid NOT NULL REFERENCES users (id),
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (disposition_id, revision)
);
--> statement-breakpoint

-- Contacts that were taken out: in no report and no history. Restoring puts the row back as it stood.
CREATE TABLE dispositions_removed (
  id uuid PRIMARY KEY,
  loan_id uuid NOT NULL REFERENCES loans (id),
  agent_id uuid NOT NULL REFERENCES users (id),
  manager_id uuid,
  -- The whole row of dispositions as it stood.
  row jsonb NOT NULL,
  reason text,
  removed_by uuid NOT NULL REFERENCES users (id),
  removed_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX dispositions_removed_loan ON dispositions_removed (loan_id, removed_at);
--> statement-breakpoint

-- A contact that went changes the loan's history on its agents' phones, as one that came does.
CREATE TRIGGER dispositions_mark_allocations_delete AFTER DELETE ON dispositions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION dispositions_mark_allocations();
--> statement-breakpoint

-- Phone numbers of a borrower that an agent learnt, beside those of the lender's file.
CREATE TABLE learnt_numbers (
  id uuid PRIMARY KEY,
  loan_id uuid NOT NULL REFERENCES loans (id),
  -- Digits.
  number text NOT NULL,
  -- Whose it is: "brother", "office".
  holder text,
  learnt_by uuid NOT NULL REFERENCES users (id),
  learnt_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (loan_id, number)
);
--> statement-breakpoint

-- What people want each other to know of a loan.
CREATE TABLE loan_notes (
  id uuid PRIMARY KEY,
  loan_id uuid NOT NULL REFERENCES loans (id),
  author_id uuid NOT NULL REFERENCES users (id),
  words text NOT NULL,
  is_pinned boolean NOT NULL DEFAULT false,
  -- The lender's people read it too; without it a note stays in the agency.
  is_for_lender boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  removed_by uuid REFERENCES users (id)
);
--> statement-breakpoint
CREATE INDEX loan_notes_loan ON loan_notes (loan_id, created_at) WHERE removed_at IS NULL;
--> statement-breakpoint

-- One borrower's loans by their tax number, where the lender's file has it in a column of its own.
CREATE INDEX loans_pan ON loans (upper(trim(coalesce(other_columns ->> 'PAN', other_columns ->> 'PAN No', other_columns ->> 'PAN Number'))))
  WHERE other_columns ?| array['PAN', 'PAN No', 'PAN Number'];
