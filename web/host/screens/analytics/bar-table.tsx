import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'

/** Further rows appear on request. */
const FIRST_ROWS = 10

interface BarTableProps {
  /** The names of the columns, the first one that of the rows' labels. */
  head: readonly string[]
  rows: readonly { key: string; label: string; value: number; cells: readonly string[] }[]
}

/** A table with a bar below each label, as long as its row's value. */
export function BarTable({ head, rows }: BarTableProps) {
  const [isWhole, setIsWhole] = useState(false)
  const id = useId()
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <div className="@container">
      <table id={id} className="w-full">
        <thead className="text-muted">
          <tr>
            {head.map((name, column) => (
              <th
                key={name}
                scope="col"
                className={`pb-2 align-bottom font-medium ${column === 0 ? 'text-start' : 'ps-4 text-end @max-3xs:ps-2 @max-3xs:[writing-mode:vertical-rl]'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, isWhole ? rows.length : FIRST_ROWS).map(({ key, label, value, cells }) => (
            <tr key={key}>
              <th scope="row" className="py-1.5 text-start font-normal @3xs:w-full">
                <span className="line-clamp-2 wrap-anywhere">{label}</span>
                <span
                  aria-hidden="true"
                  className="mt-1 block h-2 rounded-full bg-sunken forced-colors:border"
                >
                  <span
                    className="block h-full rounded-full bg-brand forced-colors:bg-[CanvasText]"
                    style={{ width: `${(value / most) * 100}%` }}
                  />
                </span>
              </th>
              {cells.map((cell, column) => (
                <td
                  key={head[column + 1]}
                  className="py-1.5 ps-4 text-end align-bottom tabular-nums @max-3xs:ps-2"
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > FIRST_ROWS && (
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={isWhole}
          aria-controls={id}
          className="mt-2 -ml-2.5"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${rows.length}`}
        </Button>
      )}
    </div>
  )
}
