/** Markup that is safe to put into a page as it stands. */
export interface Html {
  readonly html: string
}

type Content = Html | string | number | false | undefined | readonly Content[]

/** Markup from a template; every text put into it is escaped, markup and lists of it are not. */
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
