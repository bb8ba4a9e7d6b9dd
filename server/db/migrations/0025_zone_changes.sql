-- How far the clocks of the event's and the invitee's zone were expected to be ahead of UTC at the start, in seconds, when the
-- time was last agreed on. Null for earlier bookings until they are first checked, and for zones that nobody knows.
ALTER TABLE bookings
  ADD COLUMN agreed_offset integer,
  ADD COLUMN invitee_agreed_offset integer,
  -- Since when one of them is another one, until the host decides what happens to the booking.
  ADD COLUMN zone_changed_at timestamptz;
--> statement-breakpoint
CREATE INDEX bookings_zone_changed ON bookings (host_id, start_at) WHERE zone_changed_at IS NOT NULL;
--> statement-breakpoint
-- The newest release of the time zone database that all upcoming bookings were compared with. It has one row at most.
CREATE TABLE zone_checks (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  release text,
  -- When to compare them once more, because until then other processes may take bookings with older rules; null if that is done.
  repeat_at timestamptz
);
