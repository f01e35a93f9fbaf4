-- A list reads its page from an index in every order it offers, however many loans there are. What a lender tells of a
-- loan stands, as far as lists order and narrow by it, beside the loans: PostgreSQL writes a new entry into every index of
-- a row's table with each allocation and contact, and seven such indexes on the loans doubled the time of an allocation.
CREATE TABLE "loan_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"customer_name" text NOT NULL,
	"loan_number" text NOT NULL,
	"city" text,
	"product" text,
	"bucket" text,
	"dpd" integer,
	"principal_outstanding" bigint,
	"due_date" date,
	"batch_no" integer
);
--> statement-breakpoint
INSERT INTO loan_keys (id, client_id, status, created_at, customer_name, loan_number, city, product, bucket, dpd,
    principal_outstanding, due_date, batch_no)
  SELECT id, client_id, status, created_at, customer_name, loan_number, city, product, bucket, dpd,
    principal_outstanding, due_date, batch_no FROM loans;
--> statement-breakpoint
-- Each order stands once; the other direction is read backwards, rows without a value apart. Deleted loans are in no list.
CREATE INDEX "loan_keys_created" ON "loan_keys" USING btree ("created_at","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loan_keys_customer" ON "loan_keys" USING btree ("customer_name","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loan_keys_number" ON "loan_keys" USING btree ("loan_number","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loan_keys_client" ON "loan_keys" USING btree ("client_id","loan_number","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loan_keys_city" ON "loan_keys" USING btree ("city","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loan_keys_bucket" ON "loan_keys" USING btree ("bucket","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loan_keys_dpd" ON "loan_keys" USING btree ("dpd","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loan_keys_principal" ON "loan_keys" USING btree ("principal_outstanding","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loan_keys_due_date" ON "loan_keys" USING btree ("due_date","id") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loan_keys_product" ON "loan_keys" USING btree ("product") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loan_keys_batch" ON "loan_keys" USING btree ("batch_no") WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loan_keys_closed" ON "loan_keys" USING btree ("status") WHERE status <> 'ACTIVE';
--> statement-breakpoint
CREATE FUNCTION loans_add_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loan_keys (id, client_id, status, created_at, customer_name, loan_number, city, product, bucket, dpd,
      principal_outstanding, due_date, batch_no)
    SELECT id, client_id, status, created_at, customer_name, loan_number, city, product, bucket, dpd,
      principal_outstanding, due_date, batch_no FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_add_keys AFTER INSERT ON loans
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION loans_add_keys();
--> statement-breakpoint
CREATE FUNCTION loans_change_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE loan_keys SET client_id = NEW.client_id, status = NEW.status, created_at = NEW.created_at,
      customer_name = NEW.customer_name, loan_number = NEW.loan_number, city = NEW.city, product = NEW.product,
      bucket = NEW.bucket, dpd = NEW.dpd, principal_outstanding = NEW.principal_outstanding, due_date = NEW.due_date,
      batch_no = NEW.batch_no
   WHERE id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Row by row, only where one of them changed: an allocation or a contact writes nothing here.
CREATE TRIGGER loans_change_keys AFTER UPDATE ON loans FOR EACH ROW
  WHEN ((NEW.client_id, NEW.status, NEW.created_at, NEW.customer_name, NEW.loan_number, NEW.city, NEW.product, NEW.bucket,
      NEW.dpd, NEW.principal_outstanding, NEW.due_date, NEW.batch_no)
    IS DISTINCT FROM
    (OLD.client_id, OLD.status, OLD.created_at, OLD.customer_name, OLD.loan_number, OLD.city, OLD.product, OLD.bucket,
      OLD.dpd, OLD.principal_outstanding, OLD.due_date, OLD.batch_no))
  EXECUTE FUNCTION loans_change_keys();
--> statement-breakpoint
CREATE FUNCTION loans_drop_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM loan_keys WHERE id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_drop_keys AFTER DELETE ON loans
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION loans_drop_keys();
--> statement-breakpoint
-- On the loans stay the orders by what work and payments change.
DROP INDEX "loans_created";
--> statement-breakpoint
DROP INDEX "loans_due";
--> statement-breakpoint
CREATE INDEX "loans_due" ON "loans" USING btree ("total_due_amount" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE status <> 'DELETED';
--> statement-breakpoint
CREATE INDEX "loans_worked" ON "loans" USING btree ("disposition_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE status <> 'DELETED';
--> statement-breakpoint
-- Few loans have these: an index of those that do costs the others nothing.
CREATE INDEX "loans_visit" ON "loans" USING btree ("visit_date","id") WHERE status <> 'DELETED' and visit_date is not null;
--> statement-breakpoint
CREATE INDEX "loans_promise" ON "loans" USING btree ("promise_date","id") WHERE status <> 'DELETED' and promise_date is not null;
--> statement-breakpoint
-- Many loans share a code, of which such an index keeps one.
CREATE INDEX "loans_disposition" ON "loans" USING btree ("disposition") WHERE status <> 'DELETED';
--> statement-breakpoint
-- What each person has is counted and summed from these alone.
DROP INDEX "loans_collector";
--> statement-breakpoint
CREATE INDEX "loans_collector" ON "loans" USING btree ("collector_id","disposition_at" DESC NULLS LAST,"id" DESC NULLS FIRST,"total_due_amount");
--> statement-breakpoint
DROP INDEX "loans_manager";
--> statement-breakpoint
CREATE INDEX "loans_manager" ON "loans" USING btree ("manager_id","total_due_amount" DESC NULLS LAST,"id" DESC NULLS FIRST,"status");
--> statement-breakpoint
DROP INDEX "loans_field_agent";
--> statement-breakpoint
CREATE INDEX "loans_field_agent" ON "loans" USING btree ("field_agent_id","visit_date","total_due_amount") WHERE field_agent_id is not null;
--> statement-breakpoint
CREATE FUNCTION loans_clear_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE loan_keys;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_clear_keys AFTER TRUNCATE ON loans FOR EACH STATEMENT EXECUTE FUNCTION loans_clear_keys();
