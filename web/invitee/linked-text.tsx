import { linkTokens } from './link-tokens.ts'

/** A host's text, with clickable addresses. */
export function LinkedText({ text }: { text: string }) {
  return linkTokens(text).map(({ at, text: part, href }) =>
    href === null ? (
      part
    ) : (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {part}
        <span className="hidden"> (opens in a new tab)</span>
      </a>
    ),
  )
}
