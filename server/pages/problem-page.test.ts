import { expect, test } from 'vitest'
import {
  AppError,
  eventNotAccepting,
  eventNotFound,
  linkDeleted,
  linkExpired,
  linkUsedUp,
} from '../http/errors.ts'
import { problemPage } from './problem-page.ts'

const viewer = { locale: 'en-US', timeZone: 'UTC', hour12: true }
const pageOf = (error: AppError) => problemPage(error, { viewer, now: 0 })

test('offers another try of what may be there a little later', () => {
  for (const code of ['too_many_requests', 'internal_error', 'database_unreachable'] as const)
    expect(pageOf(new AppError(code, 'Try again'))).toHaveProperty('mayPass', true)
  for (const error of [eventNotFound(), eventNotAccepting(), linkUsedUp()])
    expect(pageOf(error)).toHaveProperty('mayPass', false)
})

test('says whether the event or link can’t be used to book', () => {
  for (const error of [eventNotFound(), eventNotAccepting(), linkExpired(), linkUsedUp(), linkDeleted()])
    expect(pageOf(error)).toHaveProperty('isClosed', true)
  for (const code of ['too_many_requests', 'database_unreachable'] as const)
    expect(pageOf(new AppError(code, 'Try again'))).toHaveProperty('isClosed', false)
})
