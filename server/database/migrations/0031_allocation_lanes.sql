-- A run is carried out in lanes side by side: each says how far it is.
CREATE TABLE "allocation_run_lanes" (
	"run_id" uuid NOT NULL,
	"lane" smallint NOT NULL,
	"reached" uuid,
	"until" uuid,
	CONSTRAINT "allocation_run_lanes_run_id_lane_pk" PRIMARY KEY("run_id","lane")
);
--> statement-breakpoint
-- Runs that are under way go on in one lane from where they stand.
INSERT INTO allocation_run_lanes (run_id, lane, reached)
SELECT id, 1, applied_to FROM allocation_runs WHERE state IN ('APPLYING', 'UNDOING');
--> statement-breakpoint
ALTER TABLE "allocation_runs" DROP COLUMN "applied_to";
