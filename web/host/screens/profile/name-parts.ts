import type { User } from '../../../../contract/account/user.schema.ts'

type Named = Pick<User, 'name' | 'first_name' | 'last_name'>

/** The account's name in two parts: Google's if they form the name, otherwise the first word and the rest. */
export function nameParts({ name, first_name: given, last_name: family }: Named) {
  const whole = name.trim()
  if (`${given} ${family}`.trim() === whole) return { first: given, last: family }
  const [first = '', ...rest] = whole.split(/\s+/)
  return { first, last: rest.join(' ') }
}
