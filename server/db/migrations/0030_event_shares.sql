-- The people an event's bookings are shared with.
CREATE TABLE event_shares (
  host_id uuid NOT NULL,
  event_id uuid NOT NULL,
  -- Names the share to the event's owner, who must not learn whether an address has an account.
  id uuid NOT NULL,
  email text NOT NULL,
  -- Null until somebody signs in with the address; from then on the person has it, whoever gets the address later.
  member_id uuid REFERENCES hosts (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('view', 'manage')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, event_id, id),
  FOREIGN KEY (host_id, event_id) REFERENCES events (host_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX event_shares_by_email ON event_shares (host_id, event_id, email);
--> statement-breakpoint
CREATE INDEX event_shares_by_member ON event_shares (member_id, host_id, event_id);
--> statement-breakpoint
CREATE INDEX event_shares_waiting ON event_shares (email, host_id) WHERE member_id IS NULL;
--> statement-breakpoint
-- Names a booking to those people. Its own id would let them act as its invitee, even once it is no longer shared with them.
ALTER TABLE bookings ADD COLUMN shared_id uuid NOT NULL DEFAULT gen_random_uuid();
--> statement-breakpoint
CREATE UNIQUE INDEX bookings_by_shared_id ON bookings (shared_id, host_id);
--> statement-breakpoint
ALTER TABLE bookings
  DROP CONSTRAINT bookings_canceled_by_check,
  ADD CONSTRAINT bookings_canceled_by_check CHECK (canceled_by IN ('host', 'member', 'invitee', 'guest'));
--> statement-breakpoint
ALTER TABLE booking_history
  DROP CONSTRAINT booking_history_actor_check,
  ADD CONSTRAINT booking_history_actor_check CHECK (actor IN ('host', 'member', 'invitee', 'guest'));
