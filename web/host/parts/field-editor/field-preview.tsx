import { useCallback, useState } from 'react'
import type { Answer } from '../../../../contract/custom-fields/custom-fields.ts'
import { type Answers, FieldForm } from '../../../fields/field-form.tsx'
import { useHostTime } from '../time/use-host-time.ts'
import { shownField } from './field-draft.ts'
import { type FieldList, presentFields } from './field-list.ts'

interface FieldPreviewProps {
  name: string
  description: string
  fields: FieldList
}

/** The real booking form to try out; its answers are discarded. */
export function FieldPreview({ name, description, fields }: FieldPreviewProps) {
  const { timeFormat } = useHostTime()
  const [answers, setAnswers] = useState<Answers>({})
  const change = useCallback(
    (key: string, answer: Answer) => setAnswers((current) => ({ ...current, [key]: answer })),
    [],
  )
  const shown = presentFields(fields).map(shownField)
  if (shown.length === 0) {
    return <p className="text-muted">Fields you add appear here the way invitees will see them.</p>
  }
  return (
    <div className="rounded-lg border border-line bg-canvas p-4">
      <FieldForm
        collections={[
          {
            id: 'preview',
            name: name.trim() || 'Untitled collection',
            description: description.trim(),
            fields: shown,
          },
        ]}
        answers={answers}
        timeFormat={timeFormat}
        onChange={change}
      />
    </div>
  )
}
