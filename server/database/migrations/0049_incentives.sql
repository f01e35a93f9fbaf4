CREATE TABLE "incentive_cells" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"month" date NOT NULL,
	"person_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"role_type" text NOT NULL,
	"kind" text NOT NULL,
	"structure_id" uuid NOT NULL,
	"bucket" text NOT NULL,
	"product" text NOT NULL,
	"manager_id" uuid,
	"from_person_id" uuid,
	"part" integer,
	"slab" integer,
	"reached" bigint,
	"basis_points" integer NOT NULL,
	"payment_ids" uuid[] NOT NULL,
	"amounts" bigint[] NOT NULL,
	"sums" bigint[] NOT NULL,
	CONSTRAINT "incentive_cells_aligned" CHECK (cardinality(payment_ids) = cardinality(amounts) and cardinality(amounts) = cardinality(sums))
);
--> statement-breakpoint
CREATE TABLE "incentive_corrections" (
	"month" date NOT NULL,
	"of_month" date NOT NULL,
	"person_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"role_type" text NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"structure_id" uuid NOT NULL,
	"manager_id" uuid,
	"slab_from" bigint,
	"basis_points" integer NOT NULL,
	"amount" bigint NOT NULL,
	"gross" bigint NOT NULL,
	"sum" bigint NOT NULL,
	CONSTRAINT "incentive_corrections_month_person_id_client_id_role_type_kind_payment_id_pk" PRIMARY KEY("month","person_id","client_id","role_type","kind","payment_id")
);
--> statement-breakpoint
CREATE TABLE "incentive_months" (
	"month" date PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"closed_by" uuid NOT NULL,
	"total" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incentive_structures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"role_type" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"terms" jsonb NOT NULL,
	"set_by" uuid,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incentive_totals" (
	"month" date NOT NULL,
	"person_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"role_type" text NOT NULL,
	"structure_id" uuid NOT NULL,
	"manager_id" uuid,
	"collected" bigint NOT NULL,
	"lines" bigint NOT NULL,
	"team" bigint NOT NULL,
	"fixed" bigint NOT NULL,
	"cap" bigint,
	"failed" text[] NOT NULL,
	"total" bigint NOT NULL,
	"target" bigint,
	"achieved" bigint NOT NULL,
	"breaches" integer NOT NULL,
	"in_hand" bigint NOT NULL,
	CONSTRAINT "incentive_totals_month_person_id_client_id_role_type_pk" PRIMARY KEY("month","person_id","client_id","role_type")
);
--> statement-breakpoint
ALTER TABLE "incentive_months" ADD CONSTRAINT "incentive_months_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incentive_structures" ADD CONSTRAINT "incentive_structures_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incentive_structures" ADD CONSTRAINT "incentive_structures_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incentive_cells_person" ON "incentive_cells" USING btree ("person_id","month");--> statement-breakpoint
CREATE INDEX "incentive_cells_month" ON "incentive_cells" USING btree ("month","client_id");--> statement-breakpoint
CREATE INDEX "incentive_corrections_of" ON "incentive_corrections" USING btree ("of_month","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "incentive_structures_day" ON "incentive_structures" USING btree ("client_id","role_type","valid_from");--> statement-breakpoint
CREATE INDEX "incentive_totals_client" ON "incentive_totals" USING btree ("client_id");
--> statement-breakpoint
INSERT INTO incentive_structures (id, client_id, role_type, valid_from, terms, set_by, set_at)
SELECT i.id, i.client_id, i.role_type, date_trunc('month', now() AT TIME ZONE 'Asia/Kolkata')::date,
  jsonb_build_object('measure', 'AMOUNT', 'parts', CASE WHEN jsonb_array_length(i.incentives) = 0 THEN '[]'::jsonb
    ELSE jsonb_build_array(jsonb_build_object('bucket', null, 'product', null, 'slabs', (
      SELECT jsonb_agg(jsonb_build_object('from', e->'fromAmount', 'percent', e->'percent', 'fixedAmount', e->'fixedAmount')
        ORDER BY (e->>'fromAmount')::bigint) FROM jsonb_array_elements(i.incentives) e))) END,
    'cap', null, 'minAchievement', null, 'needsNoBreach', false, 'needsCashDeposited', false, 'teamPercent', null,
    'clawbackDays', 90),
  (SELECT u.id FROM users u WHERE u.id = i.updated_by), i.updated_at
FROM client_incentives i;
--> statement-breakpoint
DROP TABLE "client_incentives" CASCADE;
--> statement-breakpoint
CREATE FUNCTION incentives_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A closed month of incentives is never changed (%)', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER incentive_months_frozen BEFORE UPDATE OR DELETE ON incentive_months FOR EACH STATEMENT EXECUTE FUNCTION incentives_frozen();
--> statement-breakpoint
CREATE TRIGGER incentive_totals_frozen BEFORE UPDATE OR DELETE ON incentive_totals FOR EACH STATEMENT EXECUTE FUNCTION incentives_frozen();
--> statement-breakpoint
CREATE TRIGGER incentive_cells_frozen BEFORE UPDATE OR DELETE ON incentive_cells FOR EACH STATEMENT EXECUTE FUNCTION incentives_frozen();
--> statement-breakpoint
CREATE TRIGGER incentive_corrections_frozen BEFORE UPDATE OR DELETE ON incentive_corrections FOR EACH STATEMENT EXECUTE FUNCTION incentives_frozen();
--> statement-breakpoint
CREATE FUNCTION incentives_of_closed_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.valid_from < (SELECT (max(month) + interval '1 month')::date FROM incentive_months)
    AND (TG_OP = 'UPDATE' OR EXISTS (SELECT 1 FROM incentive_totals t WHERE t.client_id = OLD.client_id)) THEN
    RAISE EXCEPTION 'A structure that held in a closed month of incentives is never changed';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER incentive_structures_kept BEFORE UPDATE OR DELETE ON incentive_structures FOR EACH ROW EXECUTE FUNCTION incentives_of_closed_month();
