CREATE TABLE booking_guests (
  host_id uuid NOT NULL,
  booking_id text NOT NULL,
  email text NOT NULL,
  invited_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, booking_id, email),
  FOREIGN KEY (host_id, booking_id) REFERENCES bookings (host_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
-- How many addresses were written to on behalf of whoever has the booking's id, in the day that began then.
ALTER TABLE bookings
  ADD COLUMN recipients_since timestamptz,
  ADD COLUMN recipients_count integer NOT NULL DEFAULT 0;
