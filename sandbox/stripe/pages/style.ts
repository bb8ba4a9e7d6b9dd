import { html } from '../../html.ts'

/** The sandbox Stripe's additions to the shared style. */
export const style = html`<style>
  main {
    padding: 2rem 1rem;
  }
  .price {
    font-size: 1.9rem;
    font-weight: 700;
    line-height: 1.2;
    margin: 0;
  }
  .checkout {
    display: grid;
    gap: 1.25rem;
    grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr));
    max-width: 56rem;
    margin: 0 auto;
    align-items: start;
  }
  .page {
    max-width: 60rem;
    margin: 0 auto;
    display: grid;
    gap: 1.25rem;
  }
  .page > * {
    min-width: 0;
  }
  .column {
    max-width: 38rem;
  }
  dl {
    display: grid;
    gap: 0.6rem;
    margin: 1.25rem 0 0;
    border-top: 1px solid var(--line);
    padding-top: 1rem;
  }
  dl > div {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
  }
  dd {
    margin: 0;
    text-align: right;
    overflow-wrap: anywhere;
  }
  .total {
    font-weight: 700;
  }
  .cards {
    display: grid;
    gap: 0.5rem;
  }
  .cards legend {
    margin-bottom: 0.4rem;
  }
  .choice {
    display: flex;
    gap: 0.75rem;
    align-items: center;
    min-height: 44px;
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--line);
    border-radius: 8px;
    font-weight: 400;
    cursor: pointer;
  }
  .choice:has(:checked) {
    border-color: var(--accent);
    background: var(--free);
  }
  .choice input[type='radio'] {
    width: 1.15rem;
    height: 1.15rem;
    margin: 0;
    flex: none;
    accent-color: var(--accent);
  }
  .choice .soft {
    display: block;
  }
  .number {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  button,
  .back {
    min-height: 44px;
  }
  .wide {
    width: 100%;
    min-height: 48px;
  }
  .card > .back {
    margin-top: 0.75rem;
  }
  .back {
    display: inline-flex;
    align-items: center;
  }
  [role='alert'] {
    color: var(--danger);
    font-weight: 600;
  }
  .badge {
    display: inline-block;
    border: 1px solid var(--line);
    border-radius: 99px;
    padding: 0.05rem 0.6rem;
    font-size: 0.85rem;
    font-weight: 600;
    white-space: nowrap;
  }
  .badge.bad {
    color: var(--danger);
    border-color: currentColor;
  }
  .list {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .list > li {
    padding: 0.75rem 0;
  }
  .list > li + li {
    border-top: 1px solid var(--line);
  }
  .between {
    justify-content: space-between;
  }
  .between > * {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  code {
    font-size: 0.85rem;
    overflow-wrap: anywhere;
  }
</style>`
