import type { Handler } from '../http/endpoint.ts'
import { holidayCountries } from './holidays.ts'

export const listHolidayCountries: Handler<'listHolidayCountries'> = () => holidayCountries()
