/** A part of a text; `href` is null if it isn't a link. */
export interface TextToken {
  /** Where it starts in the whole text. */
  at: number
  text: string
  href: string | null
}

const ADDRESS = /\b(?:https?:\/\/|mailto:)[^\s<>"]+/gi
const PUNCTUATION = /[\p{P}\p{S}]/u
/** Punctuation that addresses do end with. */
const ENDS_ADDRESS = /[/#&=_~%+$@*|^-]/
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const OPENING = new Set(Object.values(CLOSING))

/** Finds the web and email addresses in a text. The tokens' texts add up to it. */
export function linkTokens(text: string): TextToken[] {
  const tokens: TextToken[] = []
  let end = 0
  const add = (to: number, isLink: boolean) => {
    const part = text.slice(end, to)
    if (part !== '') tokens.push({ at: end, text: part, href: isLink ? part : null })
    end = to
  }
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found)
    if (!isAddress(address)) continue
    add(index, false)
    add(index + address.length, true)
  }
  add(text.length, false)
  return tokens
}

/** An address without what belongs to the sentence: punctuation at its end, and brackets that it doesn't open. */
function withoutPunctuation(found: string): string {
  const depths: Record<string, number> = {}
  let length = 0
  let end = 0
  for (const character of found) {
    length += character.length
    const opening = CLOSING[character]
    let isPart = !PUNCTUATION.test(character) || ENDS_ADDRESS.test(character)
    if (OPENING.has(character)) depths[character] = (depths[character] ?? 0) + 1
    if (opening !== undefined && (depths[opening] ?? 0) > 0) {
      depths[opening]!--
      isPart = true
    }
    if (isPart) end = length
  }
  return found.slice(0, end)
}

const isAddress = (text: string) =>
  /^mailto:/i.test(text)
    ? /^mailto:[^@?]+@[^@?]/i.test(text)
    : /^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text)
