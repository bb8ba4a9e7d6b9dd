-- With what the usual lists filter by, the bookings before their page are passed in the index alone.
DROP INDEX bookings_by_start;
--> statement-breakpoint
CREATE INDEX bookings_by_start ON bookings (host_id, start_at, id) INCLUDE (end_at, event_id, status);
--> statement-breakpoint
DROP INDEX bookings_by_creation;
--> statement-breakpoint
CREATE INDEX bookings_by_creation ON bookings (host_id, created_at, id) INCLUDE (event_id, status);
