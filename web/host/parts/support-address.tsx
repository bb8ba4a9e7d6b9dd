import { product } from '../../../contract/product.ts'

const [name, domain] = product.supportEmail.split('@')

/** In a narrow card, the address breaks after its @ rather than within a word. */
export function SupportAddress() {
  return (
    <span className="font-medium text-ink wrap-anywhere">
      {name}@<wbr />
      {domain}
    </span>
  )
}
