-- Whether who has booked reads twelve hours; null where that is not known.
ALTER TABLE bookings ADD COLUMN invitee_hour12 boolean;
