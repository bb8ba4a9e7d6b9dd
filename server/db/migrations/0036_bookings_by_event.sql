-- With the status, the usual list of bookings is counted in the index alone.
DROP INDEX bookings_by_event;
--> statement-breakpoint
CREATE INDEX bookings_by_event ON bookings (host_id, event_id, status);
