/**
 * Of XML that its server sends without a charset. What can be read this far isn't UTF-16, which .NET likes to name in
 * UTF-8.
 */
const XML_ENCODING = /^<\?xml\b[^>]*\bencoding\s*=\s*["'](?!utf-?16)([\w.:-]+)/i
const MAX_XML_DECLARATION = 200

/** A body as text, by the encoding that its headers name, or its XML, or else as UTF-8. */
export function decoded(bytes: Uint8Array, headers: Headers): string {
  const start = Buffer.from(bytes.subarray(0, MAX_XML_DECLARATION)).toString('latin1')
  const named =
    /;\s*charset="?([\w.:-]+)/i.exec(headers.get('content-type') ?? '') ?? XML_ENCODING.exec(start)
  try {
    return new TextDecoder(named?.[1]).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
