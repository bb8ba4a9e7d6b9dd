import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DateOverride } from '../../../../contract/hours/hours.ts'
import type { Holidays } from '../../../../contract/schedules/schedule.ts'
import type { Holiday } from '../../../../contract/schedules/schedule.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { holidayCountriesQuery, holidaysQuery } from '../../data/schedule-calls.ts'
import { datesText } from '../../parts/hours/override-dates.ts'
import { dateAt } from '../../parts/time/date-at.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { fieldId } from './schedule-draft.ts'

const NONE = ''

interface HolidaysSectionProps {
  holidays: Holidays | null
  onChange: (holidays: Holidays | null) => void
  /** Null until they are loaded. */
  found: readonly Holiday[] | null
  isFailed: boolean
  onRetry: () => void
  error: string | undefined
}

/** The public holidays on which the schedule is closed. */
export function HolidaysSection(props: HolidaysSectionProps) {
  const { holidays, onChange, found, isFailed, onRetry, error } = props
  const { viewer } = useHostTime()
  const { data: countries = [] } = useQuery(holidayCountriesQuery)
  const regions = countries.find(({ code }) => code === holidays?.country)?.regions ?? []
  const choicesOf = (places: readonly { code: string; name: string }[]) =>
    places.map(({ code, name }) => ({ value: code, label: name }))
  // Until the countries are loaded, the chosen one has no name.
  const known = countries.some(({ code }) => code === holidays?.country) || holidays === null
  return (
    <SectionCard title="Holidays" description="Close on public holidays. The dates update every year.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2">
        <Select
          id={fieldId('holidays')}
          label="Country"
          choices={[
            { value: NONE, label: 'No holidays' },
            ...(known ? [] : [{ value: holidays.country, label: holidays.country }]),
            ...choicesOf(countries),
          ]}
          value={holidays?.country ?? NONE}
          error={error ?? null}
          onChange={(country) => onChange(country === NONE ? null : { country, region: null, off: [] })}
        />
        {holidays && regions.length > 0 && (
          <Select
            label="Region"
            choices={[{ value: NONE, label: 'Whole country' }, ...choicesOf(regions)]}
            value={holidays.region ?? NONE}
            onChange={(region) => onChange({ ...holidays, region: region === NONE ? null : region })}
          />
        )}
      </div>
      {holidays && isFailed && (
        <p className="mt-5 flex flex-wrap items-center gap-3 text-muted">
          We couldn’t load the holidays.
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        </p>
      )}
      {holidays && !isFailed && <HolidayList {...{ holidays, onChange, found, viewer }} />}
      {holidays && (
        <p className="mt-4 text-xs text-muted">
          Holidays from{' '}
          <a
            className="underline underline-offset-2"
            href="https://github.com/commenthol/date-holidays"
            target="_blank"
            rel="noreferrer"
          >
            date-holidays
          </a>
          , based on Wikipedia, under{' '}
          <a
            className="underline underline-offset-2"
            href="https://creativecommons.org/licenses/by-sa/3.0/"
            target="_blank"
            rel="noreferrer"
          >
            CC BY-SA 3.0
          </a>
          .
        </p>
      )}
    </SectionCard>
  )
}

interface HolidayListProps extends Pick<HolidaysSectionProps, 'onChange' | 'found'> {
  holidays: Holidays
  viewer: Viewer
}

function HolidayList({ holidays, onChange, found, viewer }: HolidayListProps) {
  const { off } = holidays
  // A rule can have several dates: a holiday and its substitute, or two in a year.
  const byRule = [...Map.groupBy(found ?? [], ({ rule }) => rule)]
  if (found === null) return <Skeleton className="mt-5 h-40 w-full" />
  return (
    <ul aria-label="Holidays" className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 sm:grid-cols-2">
      {byRule.map(([rule, dates]) => (
        <li key={rule} className="min-w-0">
          <Switch
            // A substitute's name is longer.
            label={dates.map(({ name }) => name).toSorted((a, b) => a.length - b.length)[0]!}
            hint={dates.map((date) => datesText(date, viewer)).join(', ')}
            isOn={!off.includes(rule)}
            onChange={(isOn) =>
              onChange({
                ...holidays,
                off: isOn ? off.filter((other) => other !== rule) : [...off, rule],
              })
            }
          />
        </li>
      ))}
    </ul>
  )
}

/** A place's holidays in the next twelve months, and the closed dates until the end of the year after next. */
export function useHolidays(holidays: Holidays | null) {
  const { viewer } = useHostTime()
  const today = dateAt(useNow(), viewer.timeZone)
  const year = Number(today.slice(0, 4))
  const results = useQueries({
    queries: [year, year + 1, year + 2].map((each) => ({
      ...holidaysQuery(holidays?.country ?? '', holidays?.region ?? null, each),
      enabled: holidays !== null,
    })),
  })
  const lists = results.map(({ data }) => data)
  const isLoaded = lists.every((list) => list !== undefined)
  const [present, next, last] = lists
  const off = holidays?.off
  const dates = useMemo(() => {
    const all = [present, next, last].flatMap((list) => list ?? [])
    const inAYear = `${year + 1}${today.slice(4)}`
    const isComing = ({ from, to }: Holiday) => to >= today && from < inAYear
    const closed: DateOverride[] = all
      .filter(({ rule }) => !off?.includes(rule))
      .map(({ from, to, name }) => ({ from, to, name, slots: [] }))
    return { coming: uniqueDates(all.filter(isComing)), closed }
  }, [present, next, last, off, today, year])
  return {
    closed: dates.closed,
    coming: isLoaded ? dates.coming : null,
    isFailed: results.some(({ isError }) => isError),
    retry: () => results.forEach(({ isError, refetch }) => isError && void refetch()),
  }
}

/** One at the turn of a year is in both years' lists. */
const uniqueDates = (holidays: readonly Holiday[]) => [
  ...new Map(holidays.map((holiday) => [`${holiday.from} ${holiday.name}`, holiday])).values(),
]
