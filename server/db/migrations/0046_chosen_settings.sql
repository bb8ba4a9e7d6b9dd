-- Settings that nobody chose are missing, so that saving one doesn't make the defaults of that day the host's own.
ALTER TABLE host_settings
  ALTER COLUMN time_format DROP NOT NULL,
  ALTER COLUMN timezone DROP NOT NULL,
  ALTER COLUMN default_duration DROP NOT NULL,
  ALTER COLUMN default_buffer_time DROP NOT NULL,
  ALTER COLUMN default_meet_via DROP NOT NULL,
  ALTER COLUMN notification_emails DROP NOT NULL,
  ALTER COLUMN notification_booking_reminders DROP NOT NULL,
  ALTER COLUMN notification_marketing_emails DROP NOT NULL,
  ALTER COLUMN week_start DROP NOT NULL,
  ALTER COLUMN week_start DROP DEFAULT,
  ALTER COLUMN booking_limits DROP NOT NULL,
  ALTER COLUMN booking_limits DROP DEFAULT;
