/** The visible text of a page without JavaScript. */
export const visibleText = (html: string) =>
  html
    .replaceAll(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
