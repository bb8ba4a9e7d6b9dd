/** Whether a server takes no other login that we could send, as Baïkal does by default. */
export function asksForDigest(headers: Headers): boolean {
  // A quoted realm can contain anything.
  const schemes = (headers.get('www-authenticate') ?? '').replaceAll(/"[^"]*"/g, '')
  return /(?:^|,)\s*digest\b/i.test(schemes) && !/(?:^|,)\s*basic\b/i.test(schemes)
}
