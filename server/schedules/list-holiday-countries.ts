import type { Handler } from '../endpoint.ts'
import { holidayCountries } from './holidays.ts'

export const listHolidayCountries: Handler<'listHolidayCountries'> = () => holidayCountries()
