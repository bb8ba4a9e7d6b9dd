/** What the panel tells the calendar page around it. */
export type PanelNote =
  | { kind: 'height'; height: number }
  /** The host pressed Escape. */
  | { kind: 'leave' }
  /** There is nothing to show: it isn't one of the host's bookings. */
  | { kind: 'nothing' }

export function isPanelNote(data: unknown): data is PanelNote {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return false
  if (data.kind === 'height') return 'height' in data && typeof data.height === 'number' && data.height >= 0
  return data.kind === 'leave' || data.kind === 'nothing'
}
