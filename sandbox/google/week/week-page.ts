/// <reference lib="esnext.temporal" preserve="true" />
import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import type { CalendarInfo, Person } from '../people.ts'
import { entryForm, zoneForm } from './week-forms.ts'
import type { FormValues } from './week-forms.ts'
import { WEEK_STYLE } from './week-style.ts'
import type { Shown, ShownDay } from './week.ts'

/** The data of the week page. */
export interface WeekPage {
  /** The page's URL without its query. */
  address: string
  person: Person
  calendars: CalendarInfo[]
  /** The zone of the displayed times. */
  zone: string
  days: ShownDay[]
  /** The error of the posted entry, and the form's values. */
  complaint?: string
  values: FormValues
}

/** A person's calendars as a week, with forms to add and delete entries. */
export function weekPage(page: WeekPage): Html {
  const { person, calendars, zone, days, address } = page
  const monday = days[0]!.date
  const here = (path: string, date: Temporal.PlainDate) =>
    `${address}${path}?email=${encodeURIComponent(person.email)}&week=${date.toString()}`
  return html`<style>
      ${{ html: WEEK_STYLE }}
    </style>
    <header class="row between">
      <div>
        <p class="brand">Sandbox Google Calendar</p>
        <h1>${person.name} <span class="soft">${person.email}</span></h1>
      </div>
      <nav class="row" aria-label="Weeks">
        <a href="${here('', monday.subtract({ days: 7 }))}">Previous week</a>
        <a href="${address}?email=${encodeURIComponent(person.email)}">This week</a>
        <a href="${here('', monday.add({ days: 7 }))}">Next week</a>
        <a href="${address}?email=">Other calendars</a>
      </nav>
    </header>
    <section aria-labelledby="week">
      <h2 id="week">Week of ${monday.toLocaleString('en', { dateStyle: 'long' })}</h2>
      <p class="soft">Times are in ${zone}.</p>
      <div class="week card">
        <div class="hours" aria-hidden="true">
          ${Array.from({ length: 24 }, (_, hour) => html`<span>${String(hour).padStart(2, '0')}:00</span>`)}
        </div>
        ${days.map((day) => dayColumn(day, here('/delete', monday)))}
      </div>
    </section>
    <div class="forms">
      ${entryForm(here('', monday), calendars, page.values, page.complaint)}
      ${zoneForm(here('/time-zone', monday), calendars)}
    </div>`
}

function dayColumn({ date, allDay, timed }: ShownDay, deleteAt: string): Html {
  const nothing = allDay.length + timed.length === 0
  return html`<section class="day">
    <h3>${date.toLocaleString('en', { weekday: 'short', day: 'numeric', month: 'short' })}</h3>
    <ul class="all-day">
      ${allDay.map((shown) => entryItem(shown, deleteAt))}
    </ul>
    <ul class="timed">
      ${timed.map((shown) => entryItem(shown, deleteAt))}
    </ul>
    ${nothing && html`<p class="none soft">No entries</p>`}
  </section>`
}

function entryItem(shown: Shown, deleteAt: string): Html {
  const { entry, calendar, time, from, to, lane, lanes } = shown
  const title = entry.summary || '(No title)'
  const place = [
    `--top: ${(from / 1440) * 100}%`,
    `--height: ${((to - from) / 1440) * 100}%`,
    `--left: ${(lane / lanes) * 100}%`,
    `--width: ${100 / lanes}%`,
    `border-left-color: ${calendar.backgroundColor}`,
  ].join('; ')
  const master = entry.recurringEventId
  return html`<li class="entry ${isFree(shown) && 'free'}" style="${place}">
    <span title="${title}"
      ><strong>${title}</strong> ${time}${notes(shown).map((note) => html` · ${note}`)}</span
    >
    <form method="post" action="${deleteAt}">
      <input type="hidden" name="calendar" value="${calendar.id}" />
      <button name="id" value="${entry.id}" aria-label="Delete ${title}, ${time}" title="Delete">
        <span aria-hidden="true">×</span>
      </button>
      ${
        master &&
        html`<button
          class="series"
          name="id"
          value="${master}"
          aria-label="Delete every ${title}"
          title="Delete all"
        >
          <span aria-hidden="true">××</span>
        </button>`
      }
    </form>
  </li>`
}

function notes({ entry, calendar }: Shown): string[] {
  const types: Record<string, string> = {
    workingLocation: 'working location',
    outOfOffice: 'out of office',
    focusTime: 'focus time',
  }
  return [
    calendar.primary ? '' : calendar.summary,
    types[entry.eventType] ?? '',
    entry.transparency === 'transparent' ? 'free' : '',
    declined(entry) ? 'declined' : '',
    entry.recurringEventId ? 'repeats' : '',
    entry.attendees && !declined(entry) ? `with ${entry.attendees.map(({ email }) => email).join(', ')}` : '',
  ].filter(Boolean)
}

function isFree({ entry }: Shown): boolean {
  return entry.transparency === 'transparent' || entry.eventType === 'workingLocation' || declined(entry)
}

function declined(entry: Shown['entry']): boolean {
  return (
    entry.attendees?.some(({ self, responseStatus }) => self === true && responseStatus === 'declined') ??
    false
  )
}
