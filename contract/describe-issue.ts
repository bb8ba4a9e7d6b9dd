import type { z } from 'zod'

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}
const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

type Issue = z.core.$ZodIssue | z.core.$ZodRawIssue

/** What is wrong with a value whose schema has no message of its own. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  const inner = innerOf(issue)
  const path = [...(issue.path ?? []), ...(inner?.path ?? [])].join('.') || 'body'
  return `${path} ${issue.input === undefined ? 'is missing' : problem(inner ?? issue)}`
}

/** What is wrong with a value although it is of a kind that a union accepts, such as with an entry of a list. */
function innerOf(issue: Issue): Issue | undefined {
  if (issue.code !== 'invalid_union') return undefined
  const all = issue.errors.flat().map((one) => (one.path?.length ? one : (innerOf(one) ?? one)))
  return all.find((one) => one.path?.length || acceptedBy(one).length === 0)
}

function problem(issue: Issue): string {
  const accepted = acceptedBy(issue)
  if (accepted.length > 0) return `must be ${accepted.join(' or ')}`
  if (issue.code === 'too_small')
    return issue.origin in units ? 'can’t be empty' : `must be at least ${issue.minimum}`
  if (issue.code !== 'too_big') return 'is invalid'
  const unit = units[issue.origin]
  return unit ? `can have at most ${issue.maximum}${unit}` : `must be at most ${issue.maximum}`
}

function acceptedBy(issue: Issue): unknown[] {
  if (issue.code === 'invalid_type') return [kinds[issue.expected] ?? issue.expected]
  if (issue.code === 'invalid_value') return issue.values
  return issue.code === 'invalid_union' ? issue.errors.flat().flatMap(acceptedBy) : []
}
