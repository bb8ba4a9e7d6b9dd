const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, including attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

/** Metadata by `name`, or by `property` for link previews. */
export const namedMeta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}">`
export const propertyMeta = (property: string, content: string) =>
  `<meta property="${property}" content="${escapeHtml(content)}">`

/** JSON for a script element, escaped so that it can't end the element. */
export const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The banner on every page of a sandbox. */
export const sandboxBanner =
  '<aside class="sandbox-banner" aria-label="Sandbox">Sandbox: nothing leaves this machine. ' +
  '<a href="/sandbox/google/ui">Sandbox calendars</a> · <a href="/sandbox/mail">Sandbox mail</a> · ' +
  '<a href="/sandbox/stripe">Sandbox payments</a></aside>'
