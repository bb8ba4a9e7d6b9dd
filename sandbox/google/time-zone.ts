/** Whether the zone is an IANA zone or an alias of one. */
export function isTimeZone(zone: string): boolean {
  try {
    return (
      /^[A-Za-z]/.test(zone) && Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone) !== null
    )
  } catch {
    return false
  }
}
