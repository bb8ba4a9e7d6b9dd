-- Counts the changes of a booking for those who were told of it: SEQUENCE of RFC 5545.
ALTER TABLE bookings ADD COLUMN sequence integer NOT NULL DEFAULT 0;
--> statement-breakpoint
-- Jobs of one line are done in the order of their places; those without a line whenever they are due.
ALTER TABLE jobs
  ADD COLUMN line text,
  ADD COLUMN place integer NOT NULL DEFAULT 0;
--> statement-breakpoint
CREATE INDEX jobs_in_line ON jobs (host_id, line, place) WHERE state = 'queued' AND line IS NOT NULL;
