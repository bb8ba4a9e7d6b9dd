import type { Handler } from '../http/endpoint.ts'
import { notFound } from '../http/errors.ts'
import { findPlace, holidaysOf } from './holidays.ts'

export const listHolidays: Handler<'listHolidays'> = async ({ deps: { now }, params, query }) => {
  const place = await findPlace({ country: params.country, region: query.region ?? null })
  if (place === null) throw notFound()
  return holidaysOf(place, query.year ?? new Date(now()).getUTCFullYear())
}
