-- Finds the addresses of bookings whose invitees have erased their data. There are few.
CREATE INDEX bookings_erased ON bookings (host_id, id) WHERE erased_at IS NOT NULL;
