-- Bookings of an event that was removed for good still belong together.
ALTER TABLE bookings ADD COLUMN former_event_id uuid;
