CREATE TABLE "done_once" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"asked" text NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer" text,
	CONSTRAINT "done_once_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE INDEX "done_once_begun" ON "done_once" USING btree ("begun_at");