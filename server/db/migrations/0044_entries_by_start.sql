-- Entries of a month are found by their start, without reading all later ones. Those longer than 31 days can have begun at any time
-- before; they are few.
CREATE INDEX calendar_entries_by_start ON calendar_entries (host_id, calendar_id, start_at, end_at);
--> statement-breakpoint
CREATE INDEX calendar_entries_long ON calendar_entries (host_id, calendar_id) WHERE end_at - start_at > interval '744 hours';
