import { plans, type PlanName, priceText, TRIAL_DAYS } from '../../../contract/account/plans.ts'
import { product } from '../../../contract/product.ts'
import { paths } from '../../../contract/pages/pages.ts'
import { planContents } from '../../texts/plan-texts.ts'
import { Tick } from '../strokes.tsx'

export function PlanCard({ name }: { name: PlanName }) {
  const { name: title, prices, yearlyDiscount, badge } = plans[name]
  const titleId = `plan-${name}`
  return (
    <li className={name === 'team' ? 'plan popular' : 'plan'}>
      <h2 id={titleId}>{title}</h2>
      {badge && <p className="chip">{badge}</p>}
      <p className="price monthly">
        <strong>{priceText(prices.month)}</strong>/month
      </p>
      <p className="price-note monthly">{yearlyDiscount}% off when you pay yearly</p>
      <p className="price annual">
        <strong>{priceText(prices.year)}</strong>/year
      </p>
      <p className="price-note annual">
        <span className="chip good">{yearlyDiscount}% off</span> instead of {priceText(prices.month * 12)}
      </p>
      <ul className="contents">
        {planContents[name].map((line) => (
          <li key={line}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <Tick x={4} y={10} colour="var(--brand)" />
            </svg>
            {line}
          </li>
        ))}
      </ul>
      <a
        className={name === 'individual' ? 'button primary' : 'button quiet'}
        href={name === 'enterprise' ? `mailto:${product.salesEmail}` : paths.signIn}
        aria-describedby={titleId}
      >
        Get Started
      </a>
      <p className="small-print">{startNote(name)}</p>
    </li>
  )
}

/** What happens after Get Started. */
function startNote(name: PlanName): string {
  if (name === 'enterprise') return `Email ${product.salesEmail}`
  if (plans[name].isAvailable) return `Free for ${TRIAL_DAYS} days, no card needed`
  return `Coming soon. Start with a ${TRIAL_DAYS}-day free trial.`
}
