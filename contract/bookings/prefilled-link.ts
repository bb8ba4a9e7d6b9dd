import { bookingLimits, invitationLimits } from './booking-messages.ts'
import { type Answer, answerError, type CustomField, isBlank } from '../custom-fields/custom-fields.ts'
import { emailError } from '../email.ts'
import { describeFieldType, isLayout } from '../custom-fields/field-types.ts'
import { plainLine, plainText } from '../plain-text.ts'
import { nameFrom } from '../events/readable-links.ts'

// A link to a booking page can contain what the invitee would enter. Only their browser reads it. It ignores what isn't
// valid.

// Servers and browsers have it, and this folder is compiled without the types of either.
declare class URLSearchParams {
  constructor(query: string)
  get(name: string): string | null
  getAll(name: string): string[]
  keys(): Iterable<string>
}

/** What a link can contain besides answers to custom fields. `date` is `YYYY-MM-DD`, `duration` has minutes. */
export const prefilledParts = ['name', 'email', 'guests', 'timezone', 'date', 'duration'] as const
export type PrefilledPart = (typeof prefilledParts)[number]

type KeyedField = Pick<CustomField, 'id' | 'label'>

/** The last group of a UUID, which is random in all its versions. */
const endOf = (key: string) => key.slice(key.lastIndexOf('-') + 1)

/** A field's name in a link, such as `company-5f2b9c0d1e3a`. Only its end counts, so the label can change. */
export const linkKey = ({ id, label }: KeyedField) =>
  [nameFrom(label), endOf(id)].filter((part) => part !== '').join('-')

const isKeyOf = (name: string, { id }: KeyedField) => endOf(name) === endOf(id)

export interface PrefilledDetails<Field> {
  fullName: string | null
  email: string | null
  guests: string[]
  answers: { field: Field; answer: Answer }[]
  /** The names of all this in the link, also of what isn't valid. */
  names: string[]
}

/** The details in the query of a booking page with these fields. */
export function readDetails<Field extends CustomField>(
  search: string,
  fields: readonly Field[],
): PrefilledDetails<Field> {
  const query = readQuery(search)
  const fullName = plainLine(query.text('name'))
  const email = query.address('email').trim()
  const guests = guestsIn(query.addresses('guests'))
  const asked = fields.flatMap((field) => {
    const name = isLayout(field.type) ? undefined : query.names.find((each) => isKeyOf(each, field))
    return name === undefined ? [] : [{ name, field, answer: answerIn(query, name, field) }]
  })
  return {
    fullName: fullName !== '' && fullName.length <= bookingLimits.fullName ? fullName : null,
    email: emailError(email) === null ? email : null,
    guests: guests.length <= invitationLimits.perCall ? guests : [],
    answers: asked
      .filter(({ field, answer }) => !isBlank(answer) && answerError(field, answer) === null)
      .map(({ field, answer }) => ({ field, answer })),
    names: [
      ...query.names.filter((name) => ['name', 'email', 'guests'].includes(name)),
      ...asked.map(({ name }) => name),
    ],
  }
}

interface Query {
  names: string[]
  text(name: string): string
  texts(name: string): string[]
  /** With its plus signs. */
  address(name: string): string
  addresses(name: string): string[]
}

/** Forms write a space as `+`, but people who write an address mean a plus. */
function readQuery(search: string): Query {
  // Unlike `decodeURIComponent`, this leaves a percent sign that begins no escape as it is.
  const forms = new URLSearchParams(search)
  const plain = new URLSearchParams(search.replaceAll('+', '%2B'))
  const texts = (name: string) => forms.getAll(name).filter(isReadable)
  const addresses = (name: string) => plain.getAll(name).filter(isReadable)
  return {
    names: [...new Set(forms.keys())],
    texts,
    text: (name) => texts(name)[0] ?? '',
    addresses,
    address: (name) => addresses(name)[0] ?? '',
  }
}

/** Escapes that aren't UTF-8 become this character. */
const isReadable = (text: string) => !text.includes('\uFFFD')

/** The addresses in texts that may have several each. */
export const guestsIn = (texts: readonly string[]) => {
  const addresses = texts
    .flatMap((text) => text.split(/[,;\n]/))
    // A space after a comma may be written as a plus.
    .map((address) => address.replace(/^[\s+]+/, '').trim())
    .filter((address) => emailError(address) === null)
  return addresses.filter((address, index) => addresses.indexOf(address) === index)
}

function answerIn(query: Query, name: string, { type, options }: CustomField): Answer {
  const { control } = describeFieldType(type)
  if (control === 'checkbox') {
    const chosen = query.texts(name)
    return options.filter((option) => chosen.includes(option))
  }
  if (control === 'email') return query.address(name).trim()
  if (control === 'textarea') return plainText(query.text(name))
  const line = plainLine(query.text(name))
  // In +49 30 1234, only the first plus is one.
  return control === 'tel' && query.address(name).startsWith('+') ? `+${line.replace(/^\+/, '')}` : line
}

export type PrefilledLink = Partial<Record<PrefilledPart, string>> & {
  answers?: readonly { field: KeyedField; answer: Answer }[]
}

/** The query of a link with these details; empty without any. */
export function prefilledQuery({ answers = [], ...parts }: PrefilledLink): string {
  const pairs = [
    ...prefilledParts.map((name) => [name, parts[name] ?? ''] as const),
    ...answers.flatMap(({ field, answer }) => [answer].flat().map((text) => [linkKey(field), text] as const)),
  ].filter(([, text]) => text.trim() !== '')
  return pairs.map(([name, text]) => `${name}=${escapeText(text)}`).join('&')
}

/**
 * Leaves the harmless @ : / and comma as they are, and escapes punctuation that programs don't take for a part of a
 * link.
 */
const escapeText = (text: string) =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll(/%(?:40|3A|2F|2C)/g, decodeURIComponent)
    .replaceAll(/[!'()*]/g, (mark) => `%${mark.codePointAt(0)!.toString(16).toUpperCase()}`)
