ALTER TABLE "allocation_runs" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "allocation_runs" ADD CONSTRAINT "allocation_runs_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
UPDATE allocation_runs r SET client_id = u.client_id FROM users u
WHERE u.id = r.created_by AND u.role = 'CLIENT_ADMIN' AND u.client_id IS NOT NULL;
