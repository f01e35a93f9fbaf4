CREATE TABLE "past_device_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "past_device_tokens_device" ON "past_device_tokens" USING btree ("device_id","user_id","ended_at");--> statement-breakpoint
CREATE INDEX "operations_refused" ON "operations" USING btree ("device_id","user_id") WHERE outcome = 'REFUSED';