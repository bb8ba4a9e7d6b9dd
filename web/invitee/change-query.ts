/** Changes a part of the page's address, or removes it, without loading anything. */
export function changeQuery(name: string, value: string | null): void {
  const url = new URL(location.href)
  if (value === null) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  history.replaceState(null, '', url)
}
