-- Since when the entry in the host's calendar is known to lie where its booking could not follow.
ALTER TABLE bookings ADD COLUMN entry_apart_at timestamptz;
