import { ArrowDown, ArrowUp } from 'lucide-react'
import { collectionLimits } from '../../../../contract/custom-fields/custom-fields.ts'
import {
  fieldTypes,
  hasOptions,
  isLayout,
  isSeparator,
  nameFieldType,
} from '../../../../contract/custom-fields/field-types.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import { type FieldDraft, type FieldErrors, fieldName } from './field-draft.ts'

/** The id of a control in the field being edited. */
export const partId = (id: string, part: keyof FieldErrors) => `field-${id}-${part}`

interface FieldPanelProps {
  field: FieldDraft
  errors: FieldErrors
  isFirst: boolean
  isLast: boolean
  onChange: (part: Partial<FieldDraft>) => void
  onMove: (by: 1 | -1) => void
  onDone: () => void
}

/** Edits a field, with only the controls its type needs. */
export function FieldPanel({ field, errors, isFirst, isLast, onChange, onMove, onDone }: FieldPanelProps) {
  const { id, type } = field
  const isLine = isSeparator(type)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter would submit the whole form; here it closes this field.
    <div
      role="group"
      aria-label={fieldName(field)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        onDone()
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line px-4 pt-4 pb-3 sm:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <Select
        id={partId(id, 'type')}
        label="Field type"
        choices={typeChoices(type)}
        value={type}
        error={errors.type}
        onChange={(chosen) => onChange({ type: chosen })}
      />
      {isLine ? (
        <p className="self-center text-muted sm:pt-6">A line across the form. There’s nothing to set up.</p>
      ) : (
        <TextField
          id={partId(id, 'label')}
          label="Label"
          isRequired={!isLayout(type)}
          maxLength={collectionLimits.label}
          value={field.label}
          error={errors.label}
          onChange={(label) => onChange({ label })}
        />
      )}
      {hasOptions(type) && (
        <TextArea
          className="sm:col-span-2"
          id={partId(id, 'options')}
          label="Options"
          hint="One per line."
          isRequired
          rows={4}
          value={field.options}
          error={errors.options}
          onChange={(options) => onChange({ options })}
        />
      )}
      {!isLine && (
        <TextArea
          className="sm:col-span-2"
          id={partId(id, 'description')}
          label="Description"
          hint="Shown with the label. Leave empty if the label says it all."
          rows={2}
          maxLength={collectionLimits.fieldDescription}
          value={field.description}
          error={errors.description}
          onChange={(description) => onChange({ description })}
        />
      )}
      {!isLayout(type) && (
        <Switch
          className="sm:col-span-2"
          label="Required"
          isOn={field.isRequired}
          onChange={(isRequired) => onChange({ isRequired })}
        />
      )}
      <div className="flex flex-wrap items-center gap-1 sm:col-span-2">
        {/* Not everyone can drag. */}
        <Button
          size="sm"
          variant="quiet"
          className="-ml-2.5 pointer-coarse:min-w-11"
          disabled={isFirst}
          onClick={() => onMove(-1)}
        >
          <ArrowUp aria-hidden="true" />
          <span className="max-sm:sr-only">Move up</span>
        </Button>
        <Button
          size="sm"
          variant="quiet"
          className="pointer-coarse:min-w-11"
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <ArrowDown aria-hidden="true" />
          <span className="max-sm:sr-only">Move down</span>
        </Button>
        <Button size="sm" className="ml-auto" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}

/** Collections from elsewhere can have a type that isn't offered here. */
function typeChoices(current: string) {
  const offered: readonly string[] = fieldTypes
  const types = offered.includes(current) ? offered : [current, ...offered]
  return types.map((value) => ({ value, label: nameFieldType(value) }))
}
