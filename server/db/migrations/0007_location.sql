-- Where to meet, in the host's words. A booking keeps what it was told.
ALTER TABLE events ADD COLUMN location text NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE bookings ADD COLUMN location text NOT NULL DEFAULT '';
