-- Calendars with upcoming bookings are polled, also if no active event uses them anymore.
UPDATE calendar_mirrors m SET next_poll_at = now(), watch_at = now()
  WHERE m.next_poll_at = 'infinity' AND EXISTS (
    SELECT 1 FROM bookings b
    WHERE b.host_id = m.host_id AND b.calendar_id = m.calendar_id AND b.status = 'confirmed' AND b.end_at > now());
