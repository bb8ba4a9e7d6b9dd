import type { Page } from '@playwright/test'

interface DeviceClock {
  /** The zone that the device is in. */
  zone: string
  /** Another zone, whose rules the device uses for its own; null if it doesn't know its own. */
  rules: string | null
}

/** Makes a page's device one whose time zone data is out of date. */
export async function setDeviceClock(page: Page, device: DeviceClock): Promise<void> {
  await page.addInitScript(({ zone, rules }) => {
    const Format = Intl.DateTimeFormat
    Intl.DateTimeFormat = class extends Format {
      readonly #isOwn: boolean
      constructor(locales?: string | string[], options: Intl.DateTimeFormatOptions = {}) {
        const isOwn = (options.timeZone ?? zone) === zone
        if (isOwn && options.timeZone && rules === null) throw new RangeError(`Invalid time zone: ${zone}`)
        super(locales, isOwn ? { ...options, timeZone: rules ?? 'UTC' } : options)
        this.#isOwn = isOwn
      }
      override resolvedOptions() {
        return { ...super.resolvedOptions(), ...(this.#isOwn && { timeZone: zone }) }
      }
    } as unknown as typeof Intl.DateTimeFormat
    const known = Intl.supportedValuesOf('timeZone').filter((name) => name !== zone || rules !== null)
    Intl.supportedValuesOf = () => known
  }, device)
}
