import { extraSeats, plans, priceText } from '../../../contract/account/plans.ts'

export function ExtraSeats() {
  return (
    <section className="band seats" aria-labelledby="seats">
      <div>
        <h2 id="seats">Room for one more</h2>
        <p className="lead">Growing team? Add extra seats.</p>
        <p className="small-print">
          These prices apply to seats you buy together with a plan. Seats you add to a running subscription
          cost what its page shows.
        </p>
      </div>
      <table>
        <caption>Price per extra seat</caption>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Monthly</th>
            <th scope="col">Annual</th>
          </tr>
        </thead>
        <tbody>
          {(['team', 'enterprise'] as const).map((name) => (
            <tr key={name}>
              <th scope="row">{plans[name].name}</th>
              <td>
                <strong>{priceText(extraSeats.pricing[name].month)}</strong>/month
              </td>
              <td>
                <strong>{priceText(extraSeats.pricing[name].year)}</strong>/year
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
