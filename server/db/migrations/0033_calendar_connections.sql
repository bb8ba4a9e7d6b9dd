-- Hosts can connect several accounts of several providers. The one they sign in with has the host's id, and its calendars
-- keep their plain ids; all other calendars are called `<connection>:<calendar>`.
ALTER TABLE google_connections RENAME TO calendar_connections;
--> statement-breakpoint
ALTER TABLE calendar_connections RENAME COLUMN refresh_token TO credential;
--> statement-breakpoint
ALTER TABLE calendar_connections
  ADD COLUMN id uuid,
  ADD COLUMN provider text NOT NULL DEFAULT 'google',
  ADD COLUMN account text,
  ADD COLUMN name text,
  ADD COLUMN server text,
  ADD COLUMN reviewed_at timestamptz,
  ADD COLUMN created_at timestamptz;
--> statement-breakpoint
UPDATE calendar_connections c
SET id = c.host_id, account = h.google_sub, name = h.email, reviewed_at = c.updated_at, created_at = c.updated_at
FROM hosts h WHERE h.id = c.host_id;
--> statement-breakpoint
ALTER TABLE calendar_connections
  ALTER COLUMN id SET NOT NULL,
  ALTER COLUMN provider DROP DEFAULT,
  ALTER COLUMN account SET NOT NULL,
  ALTER COLUMN name SET NOT NULL,
  ALTER COLUMN created_at SET NOT NULL,
  DROP CONSTRAINT google_connections_pkey,
  ADD PRIMARY KEY (host_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX calendar_connections_by_account ON calendar_connections (host_id, provider, account);
--> statement-breakpoint
ALTER TABLE calendars
  ADD COLUMN connection_id uuid NOT NULL GENERATED ALWAYS AS (
    CASE WHEN calendar_id ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}:' THEN substr(calendar_id, 1, 36)::uuid ELSE host_id END
  ) STORED,
  ADD COLUMN is_writable boolean NOT NULL DEFAULT true,
  ADD COLUMN is_checked boolean NOT NULL DEFAULT false,
  ADD COLUMN counts_tentative boolean NOT NULL DEFAULT true,
  ADD COLUMN counts_all_day boolean NOT NULL DEFAULT true,
  ADD COLUMN counts_out_of_office boolean NOT NULL DEFAULT true,
  ADD COLUMN when_unreadable text NOT NULL DEFAULT 'close',
  ADD COLUMN unreadable_since timestamptz,
  ADD COLUMN trouble text;
--> statement-breakpoint
UPDATE calendars SET is_checked = true WHERE is_primary AND missing_since IS NULL;
--> statement-breakpoint
ALTER TABLE calendar_mirrors
  ADD COLUMN connection_id uuid NOT NULL GENERATED ALWAYS AS (
    CASE WHEN calendar_id ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}:' THEN substr(calendar_id, 1, 36)::uuid ELSE host_id END
  ) STORED;
--> statement-breakpoint
-- Of calendars that are polled while Google answers nobody.
CREATE INDEX calendar_mirrors_due_added ON calendar_mirrors (is_active, next_poll_at, host_id)
  WHERE connection_id <> host_id;
--> statement-breakpoint
-- An entry of a calendar outside Google is a whole series, with a row for each time that it keeps busy.
ALTER TABLE calendar_entries
  ADD COLUMN uid text,
  ADD COLUMN is_tentative boolean NOT NULL DEFAULT false,
  ADD COLUMN is_all_day boolean NOT NULL DEFAULT false,
  ADD COLUMN is_out_of_office boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT calendar_entries_pkey,
  ADD PRIMARY KEY (host_id, calendar_id, entry_id, start_at);
--> statement-breakpoint
-- The calendars that an event checks besides its own; null: the host's usual ones. Events that don't use the primary
-- calendar go on without it.
ALTER TABLE events ADD COLUMN checked_calendars jsonb;
--> statement-breakpoint
UPDATE events e SET checked_calendars = '[]'
WHERE e.calendar_id <> 'primary'
  AND EXISTS (SELECT FROM calendars c WHERE c.host_id = e.host_id AND c.is_checked AND c.calendar_id <> e.calendar_id);
--> statement-breakpoint
-- The host who adds an account; null: somebody signs in.
ALTER TABLE sign_in_attempts ADD COLUMN host_id uuid REFERENCES hosts (id) ON DELETE CASCADE;
