/** Saves a file under a name. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Some browsers start reading the file only after this returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
