-- Guests that others bring in, corrected addresses and the host's own actions no longer use up one another's allowance.
ALTER TABLE booking_recipients
  ADD COLUMN allowance text NOT NULL DEFAULT 'guests',
  DROP CONSTRAINT booking_recipients_pkey,
  ADD PRIMARY KEY (host_id, booking_id, email_hash, allowance);
--> statement-breakpoint
ALTER TABLE recipient_limits
  ADD COLUMN allowance text NOT NULL DEFAULT 'guests',
  ADD COLUMN scope text NOT NULL DEFAULT 'all',
  DROP CONSTRAINT recipient_limits_pkey,
  ADD PRIMARY KEY (email_hash, allowance, scope);
--> statement-breakpoint
ALTER TABLE booking_recipients ALTER COLUMN allowance DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE recipient_limits ALTER COLUMN allowance DROP DEFAULT, ALTER COLUMN scope DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE jobs ADD COLUMN is_held boolean NOT NULL DEFAULT false;
--> statement-breakpoint
CREATE INDEX jobs_held ON jobs (host_id, queue_name) WHERE is_held;
