import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { bookingLimits } from '../../../../contract/bookings/booking-messages.ts'
import type { UsedCollection } from '../../../../contract/custom-fields/collection.schema.ts'
import { type Answer, answerError, isBlank } from '../../../../contract/custom-fields/custom-fields.ts'
import type { Event, ListedEvent } from '../../../../contract/events/event.schema.ts'
import { isLayout } from '../../../../contract/custom-fields/field-types.ts'
import { linkKey, prefilledQuery } from '../../../../contract/bookings/prefilled-link.ts'
import { type Answers, fieldKey, FieldForm } from '../../../fields/field-form.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Select } from '../../../ui/select.tsx'
import { LoadingLine } from '../../../ui/spinner.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { copyLink } from '../booking-link.ts'
import { eventQuery } from '../../data/event-calls.ts'
import { useHostTime } from '../time/use-host-time.ts'
import { listZones } from '../../data/zones.ts'
import { CopyButton } from './copy-button.tsx'
import { LinkKeys } from './link-keys.tsx'
import { prefilledErrors, type PrefilledParts } from './prefilled-errors.ts'

const NOTHING: PrefilledParts = { name: '', email: '', guests: '', timezone: '', date: '', duration: '' }

interface PrefilledLinkProps {
  event: ListedEvent | Event
  /** Without details. */
  link: string
}

/** Makes a link that fills in the booking page for one person. */
export function PrefilledLink({ event, link }: PrefilledLinkProps) {
  const { data, isError, isFetching, refetch } = useQuery(eventQuery(event.id))
  // What was typed stays if only reloading fails.
  if (data === undefined && isError)
    return (
      <LoadError
        title="We couldn’t load the event’s questions"
        isOne={false}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (data === undefined) return <LoadingLine>Loading...</LoadingLine>
  return <DetailsForm event={data} link={link} />
}

function DetailsForm({ event, link }: { event: Event; link: string }) {
  const { timeFormat } = useHostTime()
  const [parts, setParts] = useState(NOTHING)
  const [answers, setAnswers] = useState<Answers>({})
  const change = useCallback(
    (key: string, answer: Answer) => setAnswers((current) => ({ ...current, [key]: answer })),
    [],
  )
  const set = (part: Partial<PrefilledParts>) => setParts((current) => ({ ...current, ...part }))
  const collections = event.customFieldsCollections.filter(isAsked).map((used) => ({
    ...used,
    // Nothing is required here.
    fields: used.fields
      .filter(({ isDeleted }) => !isDeleted)
      .map((field) => ({ ...field, isRequired: false })),
  }))
  const fields = collections.flatMap(({ id, fields: asked }) =>
    asked
      .filter(({ type }) => !isLayout(type))
      .map((field) => ({
        ...field,
        key: fieldKey(id, field.id),
        answer: answers[fieldKey(id, field.id)] ?? '',
      })),
  )
  const errors = prefilledErrors(parts)
  const answerErrors = Object.fromEntries(
    fields.flatMap((field) => {
      const error = answerError(field, field.answer)
      return error === null ? [] : [[field.key, error]]
    }),
  )
  const durations = [...new Set([event.duration, ...event.rules.durations])].toSorted((a, b) => a - b)
  const query = prefilledQuery({
    ...parts,
    ...Object.fromEntries(Object.keys(errors).map((part) => [part, ''])),
    answers: fields
      .filter(({ key, answer }) => !isBlank(answer) && answerErrors[key] === undefined)
      .map((field) => ({ field, answer: field.answer })),
  })
  const prefilled = query === '' ? '' : `${link}?${query}`

  return (
    <div
      role="group"
      aria-label="Prefilled link"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md bg-sunken p-4"
    >
      <p className="text-muted">
        Fill in what you know. The person who opens the link can change it before they book.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Full name"
          maxLength={bookingLimits.fullName}
          value={parts.name}
          onChange={(name) => set({ name })}
        />
        <TextField
          label="Email address"
          error={errors.email ?? null}
          value={parts.email}
          onChange={(email) => set({ email })}
        />
        <TextField
          label="Guests’ emails"
          hint="Separate them with commas."
          error={errors.guests ?? null}
          value={parts.guests}
          onChange={(guests) => set({ guests })}
        />
        <DateField
          label="Date"
          hint="The calendar opens there."
          value={parts.date === '' ? null : parts.date}
          onChange={(date) => set({ date: date ?? '' })}
        />
        {durations.length > 1 && (
          <Select
            label="Duration"
            choices={[
              { value: '', label: 'Not chosen' },
              ...durations.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` })),
            ]}
            value={parts.duration}
            onChange={(duration) => set({ duration })}
          />
        )}
        <Select
          label="Time zone"
          choices={[
            { value: '', label: 'The person’s own' },
            ...listZones().map(({ name, label }) => ({ value: name, label })),
          ]}
          value={parts.timezone}
          onChange={(timezone) => set({ timezone })}
        />
      </div>
      {fields.length > 0 && (
        <FieldForm
          collections={collections}
          answers={answers}
          errors={answerErrors}
          timeFormat={timeFormat}
          onChange={change}
        />
      )}
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Link with these details" className="flex-1 basis-56">
          {(control) => (
            <input
              {...control}
              className="control"
              readOnly
              value={prefilled}
              placeholder="Nothing is filled in yet"
              onFocus={({ target }) => target.select()}
            />
          )}
        </Field>
        <CopyButton variant="primary" isDisabled={query === ''} onCopy={() => copyLink(prefilled)}>
          Copy link
        </CopyButton>
      </div>
      <LinkKeys
        hasDurations={durations.length > 1}
        fields={fields.map((field) => ({ ...field, key: linkKey(field) }))}
      />
    </div>
  )
}

const isAsked = ({ collectionStage }: UsedCollection) => collectionStage === 'onBooking'
