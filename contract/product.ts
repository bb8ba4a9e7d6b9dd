const maker = 'Boomtime Labs'

/** Product names and addresses. */
export const product = {
  name: 'Boomtime',
  /** The same as in package.json. */
  version: '0.1.0',
  maker,
  credit: `by ${maker}`,
  supportEmail: 'support@boomtime.example',
  salesEmail: 'sales@boomtime.example',
  extensionUrl: 'https://chromewebstore.google.com/search/boomtime',
} as const

/** The copyright line for the current instant (epoch milliseconds). */
export function copyright(now: number): string {
  return `© ${new Date(now).getUTCFullYear()} ${product.name}`
}
