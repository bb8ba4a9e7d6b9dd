-- What a request with an Idempotency-Key has made, so that one asked again after a lost answer makes it once.
CREATE TABLE idempotent_requests (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  key text NOT NULL,
  request_hash text NOT NULL,
  made_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, key)
);
--> statement-breakpoint
CREATE INDEX idempotent_requests_by_age ON idempotent_requests (created_at, host_id);
