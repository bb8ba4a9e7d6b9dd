const ascii = (text: string) => [...Buffer.from(text)]

/**
 * The allowed types, each with the first bytes of its files; null matches any byte. SVG isn't allowed, because it can
 * contain scripts.
 */
const signatures = new Map<string, readonly (number | null)[]>([
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]],
  // The file's size is in between.
  ['image/webp', [...ascii('RIFF'), null, null, null, null, ...ascii('WEBP')]],
])

export const photoTypes = [...signatures.keys()]

/** Whether the declared type is allowed and the bytes begin like a file of that type. */
export const isPhoto = (type: string, bytes: Uint8Array): boolean =>
  signatures.get(type)?.every((byte, at) => byte === null || byte === bytes[at]) ?? false
