import { useTypedText } from '../../parts/use-typed-text.ts'
import { bookingsSearch, type BookingsSearch } from '../../parts/bookings-search.ts'

/** A typed filter of the bookings, by its name in the URL. */
export const useTypedFilter = (
  name: keyof BookingsSearch,
  search: BookingsSearch,
  onChange: (change: BookingsSearch) => void,
) =>
  useTypedText(
    search[name] ?? '',
    (text) => bookingsSearch({ [name]: text })[name] ?? '',
    (value) => onChange({ [name]: value }),
  )
