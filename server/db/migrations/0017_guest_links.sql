-- Everyone a booking's page is sent to has a link of their own, so that the booking's id stays with host and invitee.
-- The booking's calendar entry has one too once it has guests, because they can read its description.
CREATE TABLE guest_links (
  host_id uuid NOT NULL,
  id uuid NOT NULL,
  booking_id text NOT NULL,
  token text NOT NULL,
  role text NOT NULL CHECK (role IN ('guest', 'recipient', 'calendar')),
  email text NOT NULL,
  includes_answers boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (host_id, id),
  FOREIGN KEY (host_id, booking_id) REFERENCES bookings (host_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX guest_links_by_token ON guest_links (token, host_id);
--> statement-breakpoint
CREATE UNIQUE INDEX guest_links_once ON guest_links (host_id, booking_id, email) WHERE revoked_at IS NULL;
--> statement-breakpoint
CREATE INDEX guest_links_by_booking ON guest_links (host_id, booking_id);
--> statement-breakpoint
-- Guests so far, then whoever is about to get a shared page.
INSERT INTO guest_links (host_id, id, booking_id, token, role, email, created_at)
  SELECT host_id, gen_random_uuid(), booking_id,
    replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'guest', lower(email), invited_at
  FROM booking_guests
  ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO guest_links (host_id, id, booking_id, token, role, email, created_at)
  SELECT jobs.host_id, gen_random_uuid(), bookings.id,
    replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'recipient', lower(jobs.payload ->> 'to'),
    jobs.created_at
  FROM jobs JOIN bookings ON bookings.host_id = jobs.host_id AND bookings.id = jobs.payload ->> 'bookingId'
  WHERE jobs.kind = 'sendMail' AND jobs.state = 'queued' AND jobs.payload ->> 'role' = 'recipient'
  ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Who did what to a booking. The email is a guest's; the others are the booking's host and invitee.
CREATE TABLE booking_history (
  host_id uuid NOT NULL,
  id uuid NOT NULL,
  booking_id text NOT NULL,
  at timestamptz NOT NULL,
  action text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('host', 'invitee', 'guest')),
  actor_email text NOT NULL DEFAULT '',
  emails text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (host_id, id),
  FOREIGN KEY (host_id, booking_id) REFERENCES bookings (host_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX booking_history_by_booking ON booking_history (host_id, booking_id, at);
--> statement-breakpoint
INSERT INTO booking_history (host_id, id, booking_id, at, action, actor)
  SELECT host_id, gen_random_uuid(), id, created_at, 'booked', 'invitee' FROM bookings;
--> statement-breakpoint
INSERT INTO booking_history (host_id, id, booking_id, at, action, actor)
  SELECT host_id, gen_random_uuid(), id, canceled_at, 'canceled', canceled_by FROM bookings
  WHERE canceled_at IS NOT NULL AND canceled_by IS NOT NULL;
--> statement-breakpoint
ALTER TABLE bookings
  DROP CONSTRAINT bookings_canceled_by_check,
  ADD CONSTRAINT bookings_canceled_by_check CHECK (canceled_by IN ('host', 'invitee', 'guest'));
--> statement-breakpoint
ALTER TABLE events ADD COLUMN allow_guests_to_change boolean NOT NULL DEFAULT true;
