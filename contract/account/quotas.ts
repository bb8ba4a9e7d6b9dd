/** What one account can store, deleted things included until they are removed for good. */
export const quotas = {
  events: 200,
  collections: 500,
  labels: 100,
  schedules: 50,
  connections: 20,
  /** The people that all collections together are shared with. */
  shares: 1000,
  /** The same for all events together. */
  eventShares: 1000,
  /** The one-off links of all events together. */
  eventLinks: 1000,
  /** The fields of all collections, as JSON. */
  fieldBytes: 2_000_000,
} as const

export const quotaMessages: Record<keyof typeof quotas, string> = {
  events: `You can have at most ${quotas.events} events, counting those deleted in the last 24 hours. Delete one you no longer need.`,
  collections: `You can have at most ${quotas.collections} custom field collections, counting those deleted in the last 24 hours. Delete one you no longer need.`,
  labels: `You can have at most ${quotas.labels} labels. Delete one you no longer need.`,
  schedules: `You can have at most ${quotas.schedules} schedules. Delete one you no longer need.`,
  connections: `You can connect at most ${quotas.connections} calendar accounts and feeds. Disconnect one you no longer need.`,
  shares: `You can share your collections with at most ${quotas.shares} people in total. Stop sharing with someone first.`,
  eventShares: `You can share your events with at most ${quotas.eventShares} people in total. Stop sharing with someone first.`,
  eventLinks: `You can have at most ${quotas.eventLinks} one-off links, counting those deleted in the last 24 hours. Delete some you no longer need.`,
  fieldBytes:
    'Your custom fields take up all of your space. Delete collections you no longer need, which frees their space after 24 hours.',
}
