CREATE TABLE "device_marks" (
	"device_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"given_sequence" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"pulled_at" timestamp with time zone,
	CONSTRAINT "device_marks_device_id_user_id_given_sequence_pk" PRIMARY KEY("device_id","user_id","given_sequence")
);
--> statement-breakpoint
CREATE TABLE "work_reviews" (
	"op_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"call" text NOT NULL,
	"doubt" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"proven_from" timestamp with time zone,
	"proven_to" timestamp with time zone NOT NULL,
	"said" jsonb NOT NULL,
	"file_ids" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"is_accepted" boolean,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "work_reviews" ADD CONSTRAINT "work_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_reviews_open" ON "work_reviews" USING btree ("created_at","op_id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "work_reviews_user" ON "work_reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "work_reviews_files" ON "work_reviews" USING gin ("file_ids");