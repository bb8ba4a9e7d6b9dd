import { expect, test } from 'vitest'
import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { type Command, eventCommands, matching, MAX_SHOWN } from './commands.ts'

const event = (id: string, title: string, more: object = {}) =>
  ({ id, title, isEnabled: true, rules: { linksOnly: false }, ...more }) as ListedEvent
const done: string[] = []
const act = {
  edit: ({ id }: ListedEvent) => void done.push(`edit ${id}`),
  copyLink: ({ id }: ListedEvent) => void done.push(`copy ${id}`),
  setEnabled: ({ id }: ListedEvent, isEnabled: boolean) => void done.push(`${isEnabled} ${id}`),
}
const commands = eventCommands(
  [
    event('a', 'Café talk'),
    event('b', 'Intro call', { isEnabled: false }),
    event('c', 'Secret 🎸', { rules: { linksOnly: true } }),
  ],
  act,
)
const found = (typed: string) => matching(commands, typed).map(({ label }) => label)

test.each([
  ['intro', ['Edit Intro call', 'Copy link of Intro call', 'Resume Intro call']],
  ['copy CAFE', ['Copy link of Café talk']],
  ['call intro enable', ['Resume Intro call']],
  ['disable', ['Pause Café talk', 'Pause Secret 🎸']],
  ['share secret', []],
  ['ntro', []],
  [' 🎸', ['Edit Secret 🎸', 'Pause Secret 🎸']],
  ['(((', []],
])('“%s” finds %j', (typed, labels) => expect(found(typed)).toEqual(labels))

test('each does what it says', () => {
  for (const { act: run } of commands) run()
  expect(done).toEqual(['edit a', 'copy a', 'false a', 'edit b', 'copy b', 'true b', 'edit c', 'false c'])
})

test('a short list is shown', () => {
  const many = Array.from({ length: 50 }, (_, n): Command => ({ ...commands[0]!, id: String(n) }))
  expect(matching(many, '')).toEqual(many.slice(0, MAX_SHOWN))
})
