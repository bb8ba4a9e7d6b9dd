const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in HTML, in an attribute as well. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

/** What a page says of itself to programs: by `name`, or to messengers by `property`. */
export const namedMeta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}">`
export const propertyMeta = (property: string, content: string) =>
  `<meta property="${property}" content="${escapeHtml(content)}">`

/** JSON as it may stand in a script element: nothing in it can end the element. */
export const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Says on every page of a sandbox that it is one. */
export const sandboxBanner =
  '<aside class="sandbox-banner" aria-label="Sandbox">Sandbox: nothing leaves this machine. ' +
  '<a href="/sandbox/google/ui">Sandbox calendars</a> · <a href="/sandbox/mail">Sandbox mail</a> · ' +
  '<a href="/sandbox/stripe">Sandbox payments</a></aside>'
