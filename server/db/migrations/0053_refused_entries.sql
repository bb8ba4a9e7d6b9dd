-- The change of a booking that its calendar will never show, because the provider refused it for good.
ALTER TABLE bookings ADD COLUMN refused_sequence integer;
