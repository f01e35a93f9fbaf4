CREATE TABLE "former_makers" (
	"user_id" uuid NOT NULL,
	"maker_id" uuid NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_makers_user_id_ended_at_pk" PRIMARY KEY("user_id","ended_at")
);
--> statement-breakpoint
ALTER TABLE "former_makers" ADD CONSTRAINT "former_makers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_makers" ADD CONSTRAINT "former_makers_maker_id_users_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;