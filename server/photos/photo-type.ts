const ascii = (text: string) => [...Buffer.from(text)]

/** How files of the types that photos may have begin; null stands for any byte. SVG isn't one, because it can contain scripts. */
const signatures = new Map<string, readonly (number | null)[]>([
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]],
  // The file's size is in between.
  ['image/webp', [...ascii('RIFF'), null, null, null, null, ...ascii('WEBP')]],
])

export const photoTypes = [...signatures.keys()]

/** Whether photos may have this declared type, and the bytes begin like it. */
export const isPhoto = (type: string, bytes: Uint8Array): boolean =>
  signatures.get(type)?.every((byte, at) => byte === null || byte === bytes[at]) ?? false
