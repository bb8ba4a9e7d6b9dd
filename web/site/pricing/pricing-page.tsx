import { planNames, plans, TRIAL_DAYS } from '../../../contract/account/plans.ts'
import { product } from '../../../contract/product.ts'
import { billingQuestions } from '../../texts/plan-texts.ts'
import { ClosingCall } from '../closing-call.tsx'
import { ExtraSeats } from './extra-seats.tsx'
import { PlanCard } from './plan-card.tsx'

export const pricingDescription =
  `${product.name} plans for individuals, teams and companies, billed monthly or annually. ` +
  `Try it free for ${TRIAL_DAYS} days, no card needed.`

export function PricingPage() {
  return (
    <>
      <section className="band prices" aria-labelledby="prices">
        <h1 id="prices">Simple pricing, free to try</h1>
        <p className="lead">{TRIAL_DAYS} days free, no card needed. After that, you decide.</p>
        <Intervals />
        <ul className="plans">
          {planNames.map((name) => (
            <PlanCard key={name} name={name} />
          ))}
        </ul>
      </section>
      <ExtraSeats />
      <Questions />
      <ClosingCall
        title={`${TRIAL_DAYS} days to see if it’s right for you`}
        text="Sign in with Google and share your first link today."
        action="Start free trial"
      />
    </>
  )
}

const highestDiscount = Math.max(...planNames.map((name) => plans[name].yearlyDiscount))

/** Works without JavaScript: pricing.css shows the selected prices. */
function Intervals() {
  return (
    <fieldset className="intervals">
      <legend className="hidden">Billing period</legend>
      <label>
        <input type="radio" name="interval" value="month" defaultChecked autoComplete="off" />
        Monthly
      </label>
      <label>
        <input type="radio" name="interval" value="year" autoComplete="off" />
        Annual <span className="chip good">Save up to {highestDiscount}%</span>
      </label>
    </fieldset>
  )
}

function Questions() {
  return (
    <section className="band questions" aria-labelledby="questions">
      <h2 id="questions">Common questions</h2>
      <dl>
        {billingQuestions.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
