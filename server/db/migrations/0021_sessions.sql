-- Sessions as their host sees them. The device of earlier ones is unknown, and their last use is known from their expiry.
ALTER TABLE sessions
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN device text,
  ADD COLUMN last_used_at timestamptz;
--> statement-breakpoint
UPDATE sessions SET
  last_used_at = greatest(created_at, expires_at - interval '720 hours'),
  expires_at = least(expires_at, created_at + interval '4320 hours');
--> statement-breakpoint
ALTER TABLE sessions
  ALTER COLUMN id DROP DEFAULT,
  ALTER COLUMN last_used_at SET NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX sessions_by_id ON sessions (host_id, id);
--> statement-breakpoint
-- What happened in an account, for its host to see.
CREATE TABLE activities (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  details jsonb NOT NULL,
  PRIMARY KEY (host_id, id)
);
--> statement-breakpoint
CREATE INDEX activities_by_time ON activities (host_id, at, id);
--> statement-breakpoint
CREATE INDEX activities_by_age ON activities (at, host_id);
--> statement-breakpoint
-- How long bookings are kept after their end; null: for good.
ALTER TABLE host_settings
  ADD COLUMN keep_bookings_months integer CHECK (keep_bookings_months IN (6, 12, 24, 36, 60));
--> statement-breakpoint
-- When the invitee erased their data from the booking.
ALTER TABLE bookings ADD COLUMN erased_at timestamptz;
