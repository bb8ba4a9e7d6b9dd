/** A source of pseudo-random choices: the same seed gives the same ones. */
export interface Random {
  /** At least `from`, and less than `to`. */
  integer(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the keys of `weights`, the heavier the more often. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
  /** Hexadecimal digits. */
  digits(count: number): string
}

/** `parts` make independent sources of one seed, such as one for each client. */
export function createRandom(seed: number, ...parts: (string | number)[]): Random {
  const next = mulberry32(hash([seed, ...parts].join('/')))
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from))
  return {
    integer,
    chance: (probability) => next() < probability,
    pick: (list) => list[integer(0, list.length)]!,
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      return (entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0]!)[0]
    },
    digits: (count) => Array.from({ length: count }, () => integer(0, 16).toString(16)).join(''),
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ char.codePointAt(0)!, 0x01000193)
  return value >>> 0
}

/** Tommy Ettinger's generator: fractions of at least 0 and less than 1. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
