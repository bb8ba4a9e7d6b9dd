-- Addresses that somebody brought into a booking, and when each was last emailed because of that. Only hashes are kept.
CREATE TABLE booking_recipients (
  host_id uuid NOT NULL,
  booking_id text NOT NULL,
  email_hash text NOT NULL,
  mailed_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, booking_id, email_hash),
  FOREIGN KEY (host_id, booking_id) REFERENCES bookings (host_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX booking_recipients_by_time ON booking_recipients (host_id, mailed_at);
--> statement-breakpoint
INSERT INTO booking_recipients (host_id, booking_id, email_hash, mailed_at)
  SELECT host_id, booking_id, encode(sha256(convert_to(email, 'UTF8')), 'hex'), invited_at FROM booking_guests;
--> statement-breakpoint
-- Such emails to one address in a day, for all hosts of this installation together.
CREATE TABLE recipient_limits (
  email_hash text PRIMARY KEY,
  window_start timestamptz NOT NULL,
  mails integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX recipient_limits_by_age ON recipient_limits (window_start);
--> statement-breakpoint
-- People who want no more emails about the bookings of a host.
CREATE TABLE mail_blocks (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  email_hash text NOT NULL,
  blocked_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, email_hash)
);
--> statement-breakpoint
ALTER TABLE bookings
  DROP COLUMN recipients_since,
  DROP COLUMN recipients_count,
  -- When the host's calendar couldn't create the booking's video call; null: not tried, or it could.
  ADD COLUMN video_call_failed_at timestamptz;
--> statement-breakpoint
-- Whether entries of this calendar can have a video call of the provider.
ALTER TABLE calendars ADD COLUMN has_video_calls boolean NOT NULL DEFAULT true;
--> statement-breakpoint
-- Jobs are claimed host by host.
CREATE INDEX jobs_due_by_host ON jobs (host_id, run_at, kind) WHERE state = 'queued';
--> statement-breakpoint
CREATE INDEX jobs_claimed ON jobs (locked_until, host_id) WHERE state = 'queued' AND locked_until IS NOT NULL;
