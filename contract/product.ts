const maker = 'Boomtime Labs'

/** Names and addresses of the product, in one place. */
export const product = {
  name: 'Boomtime',
  maker,
  credit: `by ${maker}`,
  supportEmail: 'support@boomtime.example',
  salesEmail: 'sales@boomtime.example',
  extensionUrl: 'https://chromewebstore.google.com/search/boomtime',
} as const

/** The years of the copyright line, given the current instant (epoch milliseconds). */
export function copyright(now: number): string {
  return `© ${new Date(now).getUTCFullYear()} ${product.name}`
}
