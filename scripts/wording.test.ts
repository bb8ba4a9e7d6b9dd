import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const rooms = ['web', 'extension', 'contract', 'server', 'sandbox', 'scripts']

/** Phrases that read like a translation, each with what to write instead. */
const rules: readonly [pattern: RegExp, instead: string][] = [
  [/\bwhoever\b/i, 'name the person: host, invitee, guest, or "anyone who"'],
  [/\banew\b/i, '"again", or a verb with re-: "reconnect"'],
  [/\bhand(?:s|ed|ing)? (?:\w+ )?out\b/i, '"give", "send" or "load"'],
  [/\bst(?:ands?|ood)\b(?! for\b|-)/i, '"is", or what it does'],
  [/\b(?:is|are|was|were|be|been) (?:\w+ )?told\b|^told\b/i, '"gets an email" or "sees"'],
  [/\bmeanwhile\b/, '"since then", or nothing'],
  [/\bof which\b/i, 'a sentence of its own'],
  [/\bthose of\b/i, 'repeat the noun'],
  [/\bby (?:itself|themselves|himself|herself)\b/i, '"automatically" or "on their own"'],
  [/\bswitch(?:es|ed)? on\b/i, '"enable" or "turn on"'],
  [/\bdivided by commas\b/i, '"separated by commas"'],
  [/\bIt (?:is|was|’s) [^.!?]*\bthat\b/, 'start with the subject'],
  [
    /\b(?:not|cannot|never|nobody|nothing|none)\b[^.,;:!?]* (?:not|never|nobody|nothing|without)\b/i,
    'say it without the double negative',
  ],
  [/\bcancell(?:ed|ing)\b/i, '"canceled", with one l'],
  [/\btimezones?\b/i, '"time zone"'],
  [/\be-mails?\b|\bmails\b|\bmailed\b|\b(?:a|by|this) mail\b(?! server)/i, '"email"'],
  [/\b(?:a|the|this|your|Google) sign in\b/i, '"sign-in" for the noun'],
]

const SQL = /^(?:select|insert into|update|delete from|create table)\b|\bjson_build_object\(/

/** The specification gives these texts. */
const specified = new Set(['Subscription Cancelled'])

const problemsOf = (text: string) =>
  specified.has(text) ? [] : rules.flatMap(([pattern, instead]) => (pattern.test(text) ? [instead] : []))

/** Strings, templates and JSX text with more than one word. Single words are mostly values of code. */
function textsOf(file: string, source: string): string[] {
  const texts: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, value } = node as { type?: string; value?: unknown }
    if (type === 'JSXText' || type === 'Literal') texts.push(String(value))
    else if (type === 'TemplateElement') texts.push((value as { cooked: string | null }).cooked ?? '')
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, source).program)
  return texts
    .map((text) => text.replaceAll(/<style>[^<]*<\/style>|<[^>]*>|\s+/g, ' ').trim())
    .filter((text) => text.includes(' ') && !SQL.test(text))
}

test.each([
  'For whoever joins beyond the seats of a plan.',
  'Reconnect to give access anew.',
  'They are safe on the server, which did not hand them out just now.',
  'We are asking how your subscription stands...',
  'Everybody who takes part is told by email.',
  'Somebody has canceled this booking meanwhile.',
  'Days are those of your settings.',
  'This window closes by itself.',
  'To book one of these times, please switch on JavaScript.',
  'Names or emails, divided by commas',
  'It is the host that cancels.',
  'Nobody can book nothing.',
  'Your booking was cancelled.',
  'Choose a timezone',
  'Enter an e-mail address.',
  'You have this mail because you were invited.',
])('rejects "%s"', (text) => {
  expect(problemsOf(text)).not.toEqual([])
})

test('texts in the product are plain English', () => {
  const problems = fs
    .globSync(`{${rooms.join(',')}}/**/*.{ts,tsx,mjs}`, { cwd: root })
    .filter((file) => !/\.test(?:-support)?\./.test(file))
    .flatMap((file) =>
      textsOf(file, fs.readFileSync(path.join(root, file), 'utf8')).flatMap((text) =>
        problemsOf(text).map((instead) => `${file}: "${text}". Write ${instead}.`),
      ),
    )
  expect(problems).toEqual([])
})
