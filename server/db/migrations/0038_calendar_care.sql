-- The grants of disconnected accounts, kept until they are given back.
CREATE TABLE unused_grants (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  provider text NOT NULL,
  account text NOT NULL,
  credential text NOT NULL,
  key_id text NOT NULL,
  PRIMARY KEY (host_id, id)
);
--> statement-breakpoint
-- When an account's list of calendars couldn't be read, if it hasn't been since.
ALTER TABLE calendar_connections ADD COLUMN list_failed_at timestamptz;
--> statement-breakpoint
-- The entries of mirrored calendars that can't be read, for their host to see.
CREATE TABLE unreadable_entries (
  host_id uuid NOT NULL,
  calendar_id text NOT NULL,
  entry_id text NOT NULL,
  title text NOT NULL,
  date text,
  PRIMARY KEY (host_id, calendar_id, entry_id),
  FOREIGN KEY (host_id, calendar_id) REFERENCES calendar_mirrors (host_id, calendar_id) ON DELETE CASCADE
);
--> statement-breakpoint
-- Google calls a host's own calendar `primary` too. From now on, it is only called so until the list of calendars is known.
UPDATE events e SET calendar_id = c.calendar_id FROM calendars c
WHERE e.calendar_id = 'primary' AND c.host_id = e.host_id AND c.connection_id = c.host_id AND c.is_primary;
--> statement-breakpoint
UPDATE bookings b SET calendar_id = c.calendar_id FROM calendars c
WHERE b.calendar_id = 'primary' AND c.host_id = b.host_id AND c.connection_id = c.host_id AND c.is_primary;
--> statement-breakpoint
DELETE FROM calendar_mirrors m USING calendars c, calendar_mirrors own
WHERE m.calendar_id = 'primary' AND c.host_id = m.host_id AND c.connection_id = c.host_id AND c.is_primary
  AND own.host_id = m.host_id AND own.calendar_id = c.calendar_id AND c.calendar_id <> 'primary';
--> statement-breakpoint
INSERT INTO calendar_mirrors (host_id, calendar_id, server, time_zone, zone_digest, covered_until, synced_at, next_poll_at,
  failures, not_before, last_used_at, is_active, watch_at)
SELECT m.host_id, c.calendar_id, m.server, m.time_zone, m.zone_digest, m.covered_until, m.synced_at, m.next_poll_at,
  m.failures, m.not_before, m.last_used_at, m.is_active, m.watch_at
FROM calendar_mirrors m JOIN calendars c ON c.host_id = m.host_id AND c.connection_id = c.host_id AND c.is_primary
WHERE m.calendar_id = 'primary'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE calendar_entries e SET calendar_id = c.calendar_id FROM calendars c
WHERE e.calendar_id = 'primary' AND c.host_id = e.host_id AND c.connection_id = c.host_id AND c.is_primary;
--> statement-breakpoint
UPDATE calendar_channels n SET calendar_id = c.calendar_id FROM calendars c
WHERE n.calendar_id = 'primary' AND c.host_id = n.host_id AND c.connection_id = c.host_id AND c.is_primary;
--> statement-breakpoint
DELETE FROM calendar_mirrors m USING calendars c
WHERE m.calendar_id = 'primary' AND c.host_id = m.host_id AND c.connection_id = c.host_id AND c.is_primary
  AND c.calendar_id <> 'primary';
--> statement-breakpoint
DELETE FROM calendars a USING calendars c
WHERE a.calendar_id = 'primary' AND NOT a.is_primary
  AND c.host_id = a.host_id AND c.connection_id = c.host_id AND c.is_primary;
--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;
