-- Hours that events share. Holidays are kept as dates, which a job renews.
CREATE TABLE schedules (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  timezone text NOT NULL,
  week jsonb NOT NULL,
  overrides jsonb NOT NULL,
  travels jsonb NOT NULL,
  holidays jsonb,
  holiday_dates jsonb NOT NULL,
  holidays_until timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, id)
);
--> statement-breakpoint
CREATE INDEX schedules_to_renew ON schedules (holidays_until, host_id) WHERE holidays_until IS NOT NULL;
--> statement-breakpoint
ALTER TABLE events
  ADD COLUMN schedule_id uuid,
  ADD COLUMN rules jsonb NOT NULL DEFAULT '{}',
  ADD FOREIGN KEY (host_id, schedule_id) REFERENCES schedules (host_id, id);
--> statement-breakpoint
CREATE INDEX events_by_schedule ON events (host_id, schedule_id) WHERE schedule_id IS NOT NULL;
--> statement-breakpoint
ALTER TABLE host_settings
  ADD COLUMN week_start text NOT NULL DEFAULT 'monday',
  ADD COLUMN booking_limits jsonb NOT NULL DEFAULT '[]';
--> statement-breakpoint
CREATE TABLE event_links (
  host_id uuid NOT NULL,
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  token text NOT NULL,
  name text NOT NULL,
  expires_at timestamptz,
  max_uses integer,
  uses integer NOT NULL DEFAULT 0,
  rules jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, id),
  FOREIGN KEY (host_id, event_id) REFERENCES events (host_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX event_links_by_token ON event_links (token, host_id);
--> statement-breakpoint
CREATE INDEX event_links_by_event ON event_links (host_id, event_id);
--> statement-breakpoint
-- The link that a booking was made with: its rules apply when the booking is moved.
ALTER TABLE bookings ADD COLUMN link_id uuid;
