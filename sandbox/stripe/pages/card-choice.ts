import { CARDS } from '../billing/cards.ts'
import { html } from '../../html.ts'
import type { Html } from '../../html.ts'

/** A choice of the test cards. */
export function cardChoice(chosen: string | undefined): Html {
  return html`<fieldset class="cards">
    <legend>Card</legend>
    ${Object.entries(CARDS).map(
      ([number, { says }], index) =>
        html`<label class="choice">
          <input
            type="radio"
            name="card"
            value="${number}"
            required
            ${(chosen === undefined ? index === 0 : chosen === number) && { html: 'checked' }}
          />
          <span
            ><span class="number">${number.replaceAll(/(\d{4})(?!$)/g, '$1 ')}</span>
            <span class="soft">${says}</span></span
          >
        </label>`,
    )}
  </fieldset>`
}
