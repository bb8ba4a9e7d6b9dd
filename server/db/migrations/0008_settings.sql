-- What a host has chosen; none for one who has saved nothing yet.
CREATE TABLE host_settings (
  host_id uuid PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  time_format text NOT NULL CHECK (time_format IN ('12hour', '24hour')),
  timezone text NOT NULL,
  default_duration integer NOT NULL,
  default_buffer_time integer NOT NULL,
  default_meet_via text NOT NULL,
  notification_emails boolean NOT NULL,
  notification_booking_reminders boolean NOT NULL,
  notification_marketing_emails boolean NOT NULL,
  updated_at timestamptz NOT NULL
);
