CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
-- What is searched, in the form it is searched in: without accents, in capitals. Who it is with: name and address, a line
-- each; what it is: title and description.
ALTER TABLE bookings
  ADD COLUMN search_who text,
  ADD COLUMN search_what text;
--> statement-breakpoint
UPDATE bookings SET
  search_who = upper(regexp_replace(normalize(full_name || chr(10) || email, NFKD), '[\u0300-\u036f]', '', 'g')),
  search_what = upper(regexp_replace(normalize(title || chr(10) || description, NFKD), '[\u0300-\u036f]', '', 'g'));
--> statement-breakpoint
ALTER TABLE bookings
  ALTER COLUMN search_who SET NOT NULL,
  ALTER COLUMN search_what SET NOT NULL;
--> statement-breakpoint
CREATE INDEX bookings_searched ON bookings
  USING gin (host_id, search_who gin_trgm_ops, search_what gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX bookings_by_start ON bookings (host_id, start_at, id);
--> statement-breakpoint
CREATE INDEX bookings_by_end ON bookings (host_id, end_at, id);
--> statement-breakpoint
CREATE INDEX bookings_by_creation ON bookings (host_id, created_at, id);
--> statement-breakpoint
CREATE INDEX bookings_by_change ON bookings (host_id, updated_at, id);
