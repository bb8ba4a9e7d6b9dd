-- What the payment provider has told of a host's subscription. Whoever has never bought anything has no row.
CREATE TABLE subscriptions (
  host_id uuid PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
  customer_id text NOT NULL,
  -- Counts what was written: of two answers that were read at once, the older one must not be the last word.
  revision integer NOT NULL DEFAULT 0,
  -- The page on which a plan is being bought; another one ends it, so that nothing is bought twice.
  checkout_session_id text,
  subscription_id text,
  status text,
  plan text,
  billing_interval text CHECK (billing_interval IN ('month', 'year')),
  interval_count integer,
  amount integer,
  currency text,
  started_at timestamptz,
  period_end timestamptz,
  trial_end timestamptz,
  ended_at timestamptz,
  is_to_end boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX subscriptions_by_customer ON subscriptions (customer_id, host_id);
--> statement-breakpoint
CREATE INDEX subscriptions_by_period_end ON subscriptions (period_end, host_id) WHERE status IN ('trialing', 'active', 'past_due');
--> statement-breakpoint
-- Events of the provider that have been dealt with: it sends some of them twice.
CREATE TABLE stripe_events (
  host_id uuid NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
  event_id text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (host_id, event_id)
);
--> statement-breakpoint
CREATE INDEX stripe_events_by_age ON stripe_events (received_at, host_id);
