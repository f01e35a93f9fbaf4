ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_lead_order_check";--> statement-breakpoint
ALTER TABLE "prediction_switches" ADD COLUMN "orders_work" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "prediction_switches" ADD COLUMN "control_share" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "prediction_switches" ADD COLUMN "experiment_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_lead_order_check" CHECK (lead_order in ('PRIORITY', 'LARGEST_DUE', 'OLDEST_DUE', 'FEWEST_CALLS', 'RANDOM', 'MOST_LIKELY'));--> statement-breakpoint
ALTER TABLE "prediction_switches" ADD CONSTRAINT "prediction_switches_control_share_check" CHECK (control_share between 0 and 100);