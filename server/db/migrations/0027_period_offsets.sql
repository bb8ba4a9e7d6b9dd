-- How far the event's clock was expected to be ahead of UTC at each bound of its periods, in seconds. Null for events that were
-- last saved before this was recorded.
ALTER TABLE events ADD COLUMN period_offsets jsonb;
