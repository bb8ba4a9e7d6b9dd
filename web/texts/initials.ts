/** The first characters of a name's first and last words. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words
    .filter((_, index) => index === 0 || index === words.length - 1)
    .map(firstCharacter)
    .join('')
    .toUpperCase()
}

/** As people see it: flags, families and letters with accents consist of several code points. */
function firstCharacter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word)
  return first!.segment
}
