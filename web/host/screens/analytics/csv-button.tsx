import { Download } from 'lucide-react'
import { BYTE_ORDER_MARK, csvLine } from '../../../../contract/csv.ts'
import { Button } from '../../../ui/button.tsx'
import { download } from '../../data/download.ts'
import type { Days } from './filters.ts'

/** The first line has the names of the columns. */
export type CsvLines = readonly (readonly (string | number | null)[])[]

interface CsvButtonProps {
  /** What the file has: `Bookings by week`. */
  title: string
  days: Days
  lines: () => CsvLines
}

export function CsvButton({ title, days, lines }: CsvButtonProps) {
  function save() {
    const name = `${title.toLowerCase().replaceAll(' ', '-')}-${days.dateFrom}-${days.dateTo}.csv`
    const text = BYTE_ORDER_MARK + lines().map(csvLine).join('')
    download(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
  }
  return (
    <Button size="sm" aria-label={`Download CSV of ${title.toLowerCase()}`} onClick={save}>
      <Download aria-hidden="true" />
      CSV
    </Button>
  )
}
