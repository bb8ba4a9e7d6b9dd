-- Through these Google tells of changes in a calendar. One whose address is no longer ours is not heard.
CREATE TABLE calendar_channels (
  host_id uuid NOT NULL,
  calendar_id text NOT NULL,
  id text NOT NULL,
  token_hash text NOT NULL,
  address text NOT NULL,
  -- Both as Google says: unknown until it has answered.
  resource_id text,
  expires_at timestamptz,
  PRIMARY KEY (host_id, id),
  FOREIGN KEY (host_id, calendar_id) REFERENCES calendar_mirrors (host_id, calendar_id) ON DELETE CASCADE
);
--> statement-breakpoint
-- When a channel is to be opened: the first one, the next after a failure, or the one that takes over.
ALTER TABLE calendar_mirrors ADD COLUMN watch_at timestamptz NOT NULL DEFAULT 'epoch';
--> statement-breakpoint
CREATE INDEX calendar_mirrors_to_watch ON calendar_mirrors (watch_at, host_id);
