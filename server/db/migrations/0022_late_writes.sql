-- The sequence that the calendar entry itself carries, so that a write that took effect late is told from the host's change.
ALTER TABLE bookings ADD COLUMN written_sequence integer;
--> statement-breakpoint
-- Changes that the calendar hasn't accepted yet.
CREATE INDEX bookings_unwritten ON bookings (host_id) WHERE entry_sequence IS DISTINCT FROM sequence;
--> statement-breakpoint
-- When the provider first said that a calendar no longer exists.
ALTER TABLE calendars ADD COLUMN missing_since timestamptz;
--> statement-breakpoint
-- Jobs are retried until a deadline instead of a number of times.
ALTER TABLE jobs ADD COLUMN retry_until timestamptz NOT NULL DEFAULT now() + interval '7 days';
--> statement-breakpoint
UPDATE jobs SET retry_until = run_at + interval '7 days' WHERE state = 'queued' AND run_at > now();
--> statement-breakpoint
-- Entries that were given up after 12 attempts get another chance.
UPDATE jobs SET state = 'queued', run_at = now(), attempts = 0, finished_at = NULL
WHERE kind = 'syncCalendarEntry' AND state = 'failed' AND EXISTS (
  SELECT FROM bookings b WHERE b.host_id = jobs.host_id AND b.id = jobs.payload ->> 'bookingId' AND b.end_at > now());
