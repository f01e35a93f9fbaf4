CREATE TABLE "loan_past_figures" (
	"loan_id" uuid NOT NULL,
	"span" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"due_date" date,
	"dpd" integer,
	"due_amount" bigint,
	CONSTRAINT "loan_past_figures_loan_id_span_pk" PRIMARY KEY("loan_id","span")
);
--> statement-breakpoint
CREATE TABLE "loan_best_hours" (
	"loan_id" uuid PRIMARY KEY NOT NULL,
	"from_hour" smallint,
	"calls" integer NOT NULL,
	"answered" integer NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_lead_order_check";--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_lead_order_check" CHECK (lead_order in ('PRIORITY', 'LARGEST_DUE', 'OLDEST_DUE', 'FEWEST_CALLS', 'RANDOM', 'MOST_LIKELY', 'BEST_TIME'));--> statement-breakpoint
-- Payments move what is due and what was paid by the same amount: that is no news. Days past due are by the due date where
-- there is one: a file that counts them on each day is no news either.
CREATE FUNCTION loans_keep_past_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loan_past_figures (loan_id, span, until, due_date, dpd, due_amount)
  SELECT old.id,
    CASE WHEN date_trunc('month', at - interval '1 day') = date_trunc('month', at + interval '1 day')
      THEN date_trunc('month', at) + interval '1 day'
      ELSE date_bin('15 minutes', at, timestamp '2000-01-01') END AT TIME ZONE 'UTC',
    now(), old.due_date, old.dpd, old.total_due_amount
    FROM (SELECT now() AT TIME ZONE 'UTC' AS at) x
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_keep_past_figures AFTER UPDATE OF due_date, dpd, total_due_amount ON loans FOR EACH ROW
  WHEN (old.due_date IS DISTINCT FROM new.due_date
    OR (old.dpd IS DISTINCT FROM new.dpd AND (old.due_date IS NULL OR new.due_date IS NULL))
    OR coalesce(old.total_due_amount, 0) + old.paid_amount <> coalesce(new.total_due_amount, 0) + new.paid_amount)
  EXECUTE FUNCTION loans_keep_past_figures();
