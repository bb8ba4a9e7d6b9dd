-- Calendars outside Google wait in a queue of their own, in which each server has its share.
ALTER TABLE calendar_mirrors ADD COLUMN server text;
--> statement-breakpoint
DROP INDEX calendar_mirrors_due;
--> statement-breakpoint
DROP INDEX calendar_mirrors_due_added;
--> statement-breakpoint
CREATE INDEX calendar_mirrors_due ON calendar_mirrors (is_active, next_poll_at, host_id) WHERE server IS NULL;
--> statement-breakpoint
CREATE INDEX calendar_mirrors_due_elsewhere ON calendar_mirrors (next_poll_at, host_id) WHERE server IS NOT NULL;
--> statement-breakpoint
-- A login that a server refuses counts as gone once that has lasted for a while.
ALTER TABLE calendar_connections ADD COLUMN refused_since timestamptz;
--> statement-breakpoint
UPDATE calendar_mirrors m SET server = c.server
FROM calendar_connections c WHERE c.host_id = m.host_id AND c.id = m.connection_id AND c.server IS NOT NULL;
