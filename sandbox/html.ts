/** Markup that needs no escaping. */
export interface Html {
  readonly html: string
}

type Content = Html | string | number | false | undefined | readonly Content[]

/** A template that escapes every interpolated text except markup and lists of it. */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
  return { html: parts.reduce((built, part, index) => built + render(contents[index - 1]) + part) }
}

function render(content: Content): string {
  if (content === undefined || content === false) return ''
  if (typeof content === 'string' || typeof content === 'number') return escape(String(content))
  return 'html' in content ? content.html : content.map(render).join('')
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
