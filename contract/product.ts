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
  /** The extension's page in the Chrome Web Store; empty until it is published. */
  extensionUrl: '' as string,
} as const

/** The copyright line for the current instant (epoch milliseconds). */
export function copyright(now: number): string {
  return `© ${new Date(now).getUTCFullYear()} ${product.name}`
}
