CREATE TABLE "bi_access" (
	"role_name" text NOT NULL,
	"client_id" uuid
);
--> statement-breakpoint
CREATE TABLE "data_visualizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"kind" text NOT NULL,
	"question" jsonb NOT NULL,
	"position" integer NOT NULL,
	"is_wide" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_visualizations_kind_check" CHECK (kind in ('BAR', 'LINE', 'HEAT', 'FUNNEL', 'SANKEY', 'MAP', 'TABLE')),
	CONSTRAINT "data_visualizations_position_check" CHECK (position >= 1)
);
--> statement-breakpoint
ALTER TABLE "bi_access" ADD CONSTRAINT "bi_access_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_visualizations" ADD CONSTRAINT "data_visualizations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bi_access_role" ON "bi_access" USING btree ("role_name","client_id");--> statement-breakpoint
CREATE INDEX "data_visualizations_board" ON "data_visualizations" USING btree ("category","position","id");--> statement-breakpoint
-- The starter set: what each role's board shows until somebody changes it.
INSERT INTO "data_visualizations" ("id", "name", "category", "kind", "question", "position", "is_wide") VALUES
	(gen_random_uuid(), 'Collected per day', 'ADMIN', 'LINE', '{"measure": "collected", "by": "day", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 1, true),
	(gen_random_uuid(), 'Due by client', 'ADMIN', 'BAR', '{"measure": "dueAmount", "by": "client", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 2, false),
	(gen_random_uuid(), 'Due by bucket', 'ADMIN', 'BAR', '{"measure": "dueAmount", "by": "bucket", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 3, false),
	(gen_random_uuid(), 'Contacts by weekday and hour', 'ADMIN', 'HEAT', '{"measure": "contacts", "by": "weekday", "and": "hour", "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 4, true),
	(gen_random_uuid(), 'Collected by manager this month', 'ADMIN', 'BAR', '{"measure": "collected", "by": "manager", "and": null, "range": "MONTH", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 5, false),
	(gen_random_uuid(), 'Outcomes of contacts', 'ADMIN', 'FUNNEL', '{"measure": "contacts", "by": "outcome", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 6, false),
	(gen_random_uuid(), 'Collected per day', 'MANAGER', 'LINE', '{"measure": "collected", "by": "day", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 1, true),
	(gen_random_uuid(), 'Collected by agent this month', 'MANAGER', 'BAR', '{"measure": "collected", "by": "agent", "and": null, "range": "MONTH", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 2, false),
	(gen_random_uuid(), 'Due by bucket', 'MANAGER', 'BAR', '{"measure": "dueAmount", "by": "bucket", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 3, false),
	(gen_random_uuid(), 'Contacts by weekday and hour', 'MANAGER', 'HEAT', '{"measure": "contacts", "by": "weekday", "and": "hour", "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 4, true),
	(gen_random_uuid(), 'Promises by agent', 'MANAGER', 'BAR', '{"measure": "promises", "by": "agent", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 5, false),
	(gen_random_uuid(), 'Outcomes of contacts', 'MANAGER', 'FUNNEL', '{"measure": "contacts", "by": "outcome", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 6, false),
	(gen_random_uuid(), 'My collections per day', 'COLLECTOR', 'LINE', '{"measure": "collected", "by": "day", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 1, true),
	(gen_random_uuid(), 'My outcomes', 'COLLECTOR', 'BAR', '{"measure": "contacts", "by": "outcome", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 2, false),
	(gen_random_uuid(), 'My dues by bucket', 'COLLECTOR', 'BAR', '{"measure": "dueAmount", "by": "bucket", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 3, false),
	(gen_random_uuid(), 'My contacts by weekday and hour', 'COLLECTOR', 'HEAT', '{"measure": "contacts", "by": "weekday", "and": "hour", "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 4, true),
	(gen_random_uuid(), 'Collected per day', 'PARTNER', 'LINE', '{"measure": "collected", "by": "day", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 1, true),
	(gen_random_uuid(), 'Collected by manager this month', 'PARTNER', 'BAR', '{"measure": "collected", "by": "manager", "and": null, "range": "MONTH", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 2, false),
	(gen_random_uuid(), 'Due by client', 'PARTNER', 'BAR', '{"measure": "dueAmount", "by": "client", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 3, false),
	(gen_random_uuid(), 'My collections per day', 'FIELD_AGENT', 'LINE', '{"measure": "collected", "by": "day", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 1, true),
	(gen_random_uuid(), 'My outcomes', 'FIELD_AGENT', 'BAR', '{"measure": "contacts", "by": "outcome", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 2, false),
	(gen_random_uuid(), 'Recovered per day', 'CLIENT_ADMIN', 'LINE', '{"measure": "verified", "by": "day", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 1, true),
	(gen_random_uuid(), 'Due by bucket', 'CLIENT_ADMIN', 'BAR', '{"measure": "dueAmount", "by": "bucket", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 2, false),
	(gen_random_uuid(), 'Outcomes of contacts', 'CLIENT_ADMIN', 'FUNNEL', '{"measure": "contacts", "by": "outcome", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 3, false),
	(gen_random_uuid(), 'Due by city', 'CLIENT_ADMIN', 'MAP', '{"measure": "dueAmount", "by": "city", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 4, true),
	(gen_random_uuid(), 'Recovered per day', 'CUSTOMER', 'LINE', '{"measure": "verified", "by": "day", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 1, true),
	(gen_random_uuid(), 'Due by bucket', 'CUSTOMER', 'BAR', '{"measure": "dueAmount", "by": "bucket", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 2, false),
	(gen_random_uuid(), 'Outcomes of contacts', 'CUSTOMER', 'FUNNEL', '{"measure": "contacts", "by": "outcome", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 3, false),
	(gen_random_uuid(), 'Due by city', 'CUSTOMER', 'MAP', '{"measure": "dueAmount", "by": "city", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 4, true),
	(gen_random_uuid(), 'Recovered per day', 'CLIENT', 'LINE', '{"measure": "verified", "by": "day", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 1, true),
	(gen_random_uuid(), 'Due by bucket', 'CLIENT', 'BAR', '{"measure": "dueAmount", "by": "bucket", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 2, false),
	(gen_random_uuid(), 'Outcomes of contacts', 'CLIENT', 'FUNNEL', '{"measure": "contacts", "by": "outcome", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 3, false),
	(gen_random_uuid(), 'Due by city', 'CLIENT', 'MAP', '{"measure": "dueAmount", "by": "city", "and": null, "range": "DAYS_30", "filters": {"clients": [], "buckets": [], "products": []}, "most": 12}', 4, true);
