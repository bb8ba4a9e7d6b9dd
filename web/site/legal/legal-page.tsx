import type { ReactNode } from 'react'
import type { Operator } from '../../../contract/pages/page-data.ts'
import { product } from '../../../contract/product.ts'

interface LegalPageProps {
  title: string
  lead: string
  /** When the text last changed. */
  date: string
  children: ReactNode
}

export function LegalPage({ title, lead, date, children }: LegalPageProps) {
  return (
    <article className="band legal">
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      <p className="small-print">Last changed: {date}</p>
      {children}
    </article>
  )
}

/** Who runs this installation, as its configuration says. */
export function OperatorAddress({ operator }: { operator: Operator }) {
  return (
    <address>
      {operator.name}
      {operator.address !== '' && (
        <>
          <br />
          {operator.address}
        </>
      )}
      <br />
      <a href={`mailto:${operator.email}`}>{operator.email}</a>
    </address>
  )
}

/** Shown until the configuration names somebody. */
export const unnamedOperator: Operator = {
  name: `The operator of this ${product.name} installation`,
  address: '',
  email: product.supportEmail,
}
