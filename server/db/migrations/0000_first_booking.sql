-- Every table a host owns carries host_id in its keys and indexes, so that the data can be distributed by host.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE TABLE hosts (
  id uuid PRIMARY KEY,
  google_sub text NOT NULL UNIQUE,
  email text NOT NULL,
  name text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  picture_url text,
  created_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE sessions (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  token_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (token_hash, host_id)
);
--> statement-breakpoint
CREATE TABLE sign_in_attempts (
  state_hash text PRIMARY KEY,
  code_verifier text NOT NULL,
  nonce text NOT NULL,
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE google_connections (
  host_id uuid PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  -- AES-256-GCM: nonce, ciphertext and tag, base64; key_id says under which key.
  refresh_token text NOT NULL,
  key_id text NOT NULL,
  granted_scopes text[] NOT NULL,
  broken_at timestamptz,
  broken_reason text,
  updated_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE calendars (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  calendar_id text NOT NULL,
  name text NOT NULL,
  is_primary boolean NOT NULL,
  PRIMARY KEY (host_id, calendar_id)
);
--> statement-breakpoint
CREATE TABLE calendar_mirrors (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  calendar_id text NOT NULL,
  time_zone text,
  sync_token text,
  -- Entries are known up to here; slots beyond cannot be vouched for.
  covered_until timestamptz,
  -- The mirror shows the calendar as it stood at this instant or later.
  synced_at timestamptz,
  next_poll_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  PRIMARY KEY (host_id, calendar_id)
);
--> statement-breakpoint
CREATE INDEX calendar_mirrors_due ON calendar_mirrors (next_poll_at, host_id);
--> statement-breakpoint
CREATE TABLE calendar_entries (
  host_id uuid NOT NULL,
  calendar_id text NOT NULL,
  entry_id text NOT NULL,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, calendar_id, entry_id),
  FOREIGN KEY (host_id, calendar_id) REFERENCES calendar_mirrors (host_id, calendar_id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX calendar_entries_by_time ON calendar_entries (host_id, calendar_id, end_at, start_at);
--> statement-breakpoint
CREATE TABLE events (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  booking_link_id text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  duration integer NOT NULL CHECK (duration > 0),
  meet_via text NOT NULL,
  timezone text NOT NULL,
  calendar_id text NOT NULL,
  is_enabled boolean NOT NULL,
  is_archived boolean NOT NULL,
  event_start timestamptz,
  event_end timestamptz,
  booking_start timestamptz,
  booking_end timestamptz,
  buffer_time integer NOT NULL CHECK (buffer_time >= 0),
  allow_users_to_cancel boolean NOT NULL,
  allow_users_to_edit boolean NOT NULL,
  show_booking_start_date boolean NOT NULL,
  week jsonb NOT NULL,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX events_by_link ON events (booking_link_id, host_id);
--> statement-breakpoint
CREATE UNIQUE INDEX events_by_id ON events (id, host_id);
--> statement-breakpoint
CREATE INDEX events_deleted ON events (deleted_at, host_id) WHERE deleted_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE bookings (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  id text NOT NULL,
  -- Null once the event has been removed for good; title and the rest are the booking's own copy.
  event_id uuid,
  status text NOT NULL CHECK (status IN ('confirmed', 'canceled')),
  title text NOT NULL,
  description text NOT NULL,
  meet_via text NOT NULL,
  timezone text NOT NULL,
  calendar_id text NOT NULL,
  calendar_entry_id text NOT NULL,
  full_name text NOT NULL,
  email text NOT NULL,
  invitee_timezone text,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL CHECK (end_at > start_at),
  idempotency_key text,
  request_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, id),
  FOREIGN KEY (host_id, event_id) REFERENCES events (host_id, id) ON DELETE SET NULL (event_id),
  -- Whatever the code does, one host is never booked twice at once.
  CONSTRAINT bookings_never_overlap EXCLUDE USING gist (
    host_id WITH =,
    tstzrange(start_at, end_at) WITH &&
  ) WHERE (status = 'confirmed')
);
--> statement-breakpoint
CREATE UNIQUE INDEX bookings_by_id ON bookings (id, host_id);
--> statement-breakpoint
CREATE UNIQUE INDEX bookings_by_calendar_entry ON bookings (host_id, calendar_entry_id);
--> statement-breakpoint
CREATE UNIQUE INDEX bookings_by_idempotency_key ON bookings (host_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX bookings_by_event ON bookings (host_id, event_id);
--> statement-breakpoint
CREATE TABLE jobs (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'done', 'failed')),
  run_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- A worker that dies leaves the job to others once this has passed.
  locked_until timestamptz,
  last_error text,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (host_id, id)
);
--> statement-breakpoint
CREATE INDEX jobs_due ON jobs (run_at, host_id) WHERE state = 'queued';
--> statement-breakpoint
CREATE INDEX jobs_finished ON jobs (finished_at, host_id) WHERE state = 'done';
