/** Safari on iPhones that can't get iOS 17 lacks it, and no page with a link in its text would start. */
URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base))
  } catch {
    return false
  }
}
