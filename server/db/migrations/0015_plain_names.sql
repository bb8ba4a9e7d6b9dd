-- Names that the rest of the code uses for the same things. All tables at once, so that no request holds one of them and
-- waits for another.
LOCK TABLE hosts, bookings, subscriptions, jobs, idempotent_requests IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
ALTER TABLE jobs RENAME COLUMN line TO queue_name;
--> statement-breakpoint
ALTER TABLE jobs RENAME COLUMN place TO position;
--> statement-breakpoint
ALTER INDEX jobs_in_line RENAME TO jobs_in_queue;
--> statement-breakpoint
ALTER TABLE bookings RENAME COLUMN entry_apart_at TO entry_diverged_at;
--> statement-breakpoint
ALTER TABLE subscriptions RENAME COLUMN is_to_end TO cancel_at_period_end;
--> statement-breakpoint
-- Numbers in the payloads of jobs are numbers.
UPDATE jobs SET payload = payload - 'beforeAt' || jsonb_build_object(
    'startAt', (payload ->> 'startAt')::numeric,
    'endAt', (payload ->> 'endAt')::numeric,
    'sequence', (payload ->> 'sequence')::numeric,
    'previousStartAt', (payload ->> 'beforeAt')::numeric,
    'role', replace(payload ->> 'role', 'reader', 'recipient')
  ) WHERE kind = 'sendMail';
--> statement-breakpoint
UPDATE jobs SET payload = jsonb_build_object('brokenAt', (payload ->> 'brokenAt')::numeric) WHERE kind = 'sendCalendarNotice';
--> statement-breakpoint
-- One table remembers the requests with an Idempotency-Key, those that made a booking included.
ALTER TABLE idempotent_requests RENAME COLUMN made_id TO created_id;
--> statement-breakpoint
ALTER TABLE idempotent_requests ALTER COLUMN created_id TYPE text;
--> statement-breakpoint
INSERT INTO idempotent_requests (host_id, key, request_hash, created_id, created_at)
  SELECT host_id, 'createBooking ' || idempotency_key, request_hash, id, created_at FROM bookings
  WHERE idempotency_key IS NOT NULL AND created_at > now() - interval '1 day'
  ON CONFLICT DO NOTHING;
--> statement-breakpoint
ALTER TABLE bookings DROP COLUMN idempotency_key, DROP COLUMN request_hash;
