ALTER TABLE bookings
  ADD COLUMN canceled_at timestamptz,
  ADD COLUMN cancellation_reason text,
  ADD COLUMN canceled_by text CHECK (canceled_by IN ('host', 'invitee')),
  ADD COLUMN meeting_url text,
  -- The sequence that the entry in the host's calendar was last written with; null: not yet.
  ADD COLUMN entry_sequence integer,
  ADD COLUMN entry_written_at timestamptz,
  -- When it was noticed that the host has removed the entry.
  ADD COLUMN entry_removed_at timestamptz;
--> statement-breakpoint
-- One job brings the entry in line with the booking, whatever has happened to it.
UPDATE jobs SET kind = 'syncCalendarEntry' WHERE kind = 'insertCalendarEntry';
--> statement-breakpoint
-- Attempts of one address in an hour. The address itself is not kept.
CREATE TABLE rate_limits (
  address_hash text PRIMARY KEY,
  window_start timestamptz NOT NULL,
  attempts integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX rate_limits_by_age ON rate_limits (window_start);
