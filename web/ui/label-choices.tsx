import { LabelDot, type ShownLabel } from './label-chip.tsx'

export const labelRowClass =
  'flex w-full min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 text-left hover:bg-sunken pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0'

interface LabelChoicesProps {
  labels: readonly ShownLabel[]
  chosen: ReadonlySet<string>
  /** Labels that only some of several things have. */
  partlyChosen?: ReadonlySet<string>
  onToggle: (id: string, isOn: boolean) => void
}

/** A checkbox for each label. */
export const LabelChoices = ({ labels, chosen, partlyChosen, onToggle }: LabelChoicesProps) =>
  labels.map(({ id, name, color }) => (
    <label key={id} className={labelRowClass}>
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-brand"
        checked={chosen.has(id)}
        ref={(box) => {
          if (box) box.indeterminate = partlyChosen?.has(id) ?? false
        }}
        onChange={({ target }) => onToggle(id, target.checked)}
      />
      <LabelDot color={color} />
      <span className="min-w-0 leading-snug wrap-anywhere">{name}</span>
    </label>
  ))
