/** The browser's language as `Intl` accepts it. */
export function browserLocale(): string {
  try {
    return new Intl.Locale(navigator.language).toString()
  } catch {
    // Chromium on Linux names `en-US@posix` if the system has no language.
    return new Intl.NumberFormat().resolvedOptions().locale
  }
}
