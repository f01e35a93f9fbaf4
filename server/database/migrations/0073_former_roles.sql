CREATE TABLE "former_roles" (
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_roles_user_id_ended_at_pk" PRIMARY KEY("user_id","ended_at")
);
--> statement-breakpoint
ALTER TABLE "former_roles" ADD CONSTRAINT "former_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;