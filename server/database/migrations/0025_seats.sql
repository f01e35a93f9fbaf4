-- Seats: what a dialer agent has set or asked for, beside what it does now (agent_spans).
CREATE TABLE agent_seats (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  -- Predictive mode (spec 4.2): takes calls of the engine.
  is_predictive boolean NOT NULL DEFAULT false,
  -- A break asked for during a call: it begins when the call is wrapped up.
  wanted_break text,
  wanted_process text,
  -- The last sign of life of the agent's live stream; null: it never had one.
  heard_at timestamptz,
  -- It left the dialer by itself or was sent: a stream that comes back does not seat it again.
  has_left boolean NOT NULL DEFAULT false
);
--> statement-breakpoint
-- A row per span that goes on or ended lately: reports read a range of ends.
CREATE INDEX agent_spans_ended ON agent_spans (ended_at, user_id) WHERE ended_at IS NOT NULL;
