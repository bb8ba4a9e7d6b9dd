import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import type { CalendarInfo } from '../people.ts'

/** What stands in the form for a new entry, by field name. */
export type FormValues = Readonly<Record<string, string | undefined>>

/** Kinds of entries a person can add by hand. */
const KINDS: Readonly<Record<string, string>> = {
  default: 'Normal',
  workingLocation: 'Working location',
  outOfOffice: 'Out of office',
}

/** Recurrences a person can choose, with their rules. */
const REPEATS: Readonly<Record<string, string>> = {
  'Does not repeat': '',
  'Every day': 'RRULE:FREQ=DAILY',
  'Every weekday': 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'Every week': 'RRULE:FREQ=WEEKLY',
  'Every month': 'RRULE:FREQ=MONTHLY',
}

/** The form for a new entry. */
export function entryForm(
  action: string,
  calendars: CalendarInfo[],
  values: FormValues,
  complaint: string | undefined,
): Html {
  const calendarChoices = calendars.map(({ id, summary, timeZone }): Choice => [
    id,
    `${summary} (${timeZone})`,
  ])
  return html`<form class="card" method="post" action="${action}" aria-labelledby="add">
    <h2 id="add">Add an entry</h2>
    ${complaint && html`<p role="alert" style="color: var(--danger)">${complaint}</p>`}
    <div class="field">
      <label for="title">Title</label>
      <input id="title" name="title" maxlength="300" value="${values.title}" />
    </div>
    ${select('calendar', 'Calendar (times use its time zone)', calendarChoices, values.calendar)}
    <div class="pair">
      ${dateTime('start', 'Starts', values.start)} ${dateTime('end', 'Ends', values.end)}
    </div>
    ${tick('allDay', 'All day, including the last day', values.allDay)}
    <div class="pair">
      ${select(
        'show',
        'Show as',
        [
          ['busy', 'Busy'],
          ['free', 'Free'],
        ],
        values.show,
      )}
      ${select('kind', 'Kind', Object.entries(KINDS), values.kind)}
      ${select(
        'repeat',
        'Repeats',
        Object.entries(REPEATS).map(([label, rule]): Choice => [rule, label]),
        values.repeat,
      )}
    </div>
    ${tick('declined', 'Declined by me', values.declined)}
    <button>Add</button>
  </form>`
}

/** The form that chooses the zone of each calendar. */
export function zoneForm(action: string, calendars: CalendarInfo[]): Html {
  return html`<section class="card" aria-labelledby="zones">
    <h2 id="zones">Time zones</h2>
    ${calendars.map(({ id, summary, timeZone }, index) => {
      const zones = [...new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')])].toSorted()
      return html`<form method="post" action="${action}">
        <input type="hidden" name="calendar" value="${id}" />
        ${select(
          'timeZone',
          `Time zone of ${summary}`,
          zones.map((zone): Choice => [zone, zone]),
          timeZone,
          index,
        )}
        <p><button class="quiet" aria-label="Set the time zone of ${summary}">Set</button></p>
      </form>`
    })}
  </section>`
}

type Choice = [value: string, label: string]

function select(name: string, label: string, choices: Choice[], chosen: string | undefined, index = 0): Html {
  const id = `${name}-${index}`
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${name}">
      ${choices.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
      )}
    </select>
  </div>`
}

function dateTime(name: string, label: string, value: string | undefined): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="datetime-local" required value="${value}" />
  </div>`
}

function tick(name: string, label: string, value: string | undefined): Html {
  return html`<label class="tick field">
    <input type="checkbox" name="${name}" ${value && html`checked`} />
    <span>${label}</span>
  </label>`
}
