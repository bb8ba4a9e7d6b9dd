-- Each booking keeps its own buffers, also when its event is gone: those of its event, or of its one-off link where they are larger.
ALTER TABLE bookings
  ADD COLUMN buffer_before integer NOT NULL DEFAULT 0,
  ADD COLUMN buffer_after integer NOT NULL DEFAULT 0;
--> statement-breakpoint
-- Buffers are a day at most, so those of earlier bookings no longer matter.
UPDATE bookings AS booking SET
  buffer_before = greatest(
    coalesce((event.rules ->> 'bufferBefore')::integer, event.buffer_time),
    (SELECT (link.rules ->> 'bufferBefore')::integer FROM event_links AS link
      WHERE link.host_id = booking.host_id AND link.id = booking.link_id)
  ),
  buffer_after = greatest(
    coalesce((event.rules ->> 'bufferAfter')::integer, event.buffer_time),
    (SELECT (link.rules ->> 'bufferAfter')::integer FROM event_links AS link
      WHERE link.host_id = booking.host_id AND link.id = booking.link_id)
  )
FROM events AS event
WHERE event.host_id = booking.host_id AND event.id = booking.event_id
  AND booking.status = 'confirmed' AND booking.end_at > now() - interval '2 days';
--> statement-breakpoint
DROP TRIGGER raise_revision_by_update ON bookings;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER raise_revision_by_update AFTER UPDATE ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.status, OLD.start_at, OLD.end_at, OLD.event_id, OLD.buffer_before, OLD.buffer_after)
    IS DISTINCT FROM (NEW.status, NEW.start_at, NEW.end_at, NEW.event_id, NEW.buffer_before, NEW.buffer_after))
  EXECUTE FUNCTION host_changed();
