/** The style of the week page: a grid of hours on wide screens, a list of days on narrow ones. */
export const WEEK_STYLE = `
main { max-width: 90rem; margin: 0 auto }
h1 .soft { font-weight: 400; overflow-wrap: anywhere } h3 { font-size: .95rem; margin: 0 0 .4rem }
.between { justify-content: space-between; align-items: flex-end; margin-bottom: 1rem }
.week { padding: .75rem; margin-bottom: 1.25rem } .week ul { list-style: none; margin: 0; padding: 0 }
.entry { display: flex; gap: .25rem; justify-content: space-between; align-items: flex-start; overflow: hidden;
  background: var(--busy); border: 1px solid var(--line); border-left: 5px solid; border-radius: 5px;
  padding: 0 0 0 .35rem; margin-bottom: .3rem; font-size: .82rem; line-height: 1.3 }
.entry.free { background: var(--free); border-style: dashed; border-left-style: solid }
.entry span { min-width: 0; overflow-wrap: anywhere } .entry form { flex: none; display: flex }
.entry button { min-width: 24px; height: 24px; padding: 0 3px; line-height: 1; font-size: 1rem; border: 0;
  background: transparent; color: var(--text) }
.entry button:hover { color: var(--danger) }
.hours { display: none }
.day + .day { border-top: 1px solid var(--line); margin-top: .6rem; padding-top: .6rem }
.none { margin: 0 }
.forms { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  align-items: start }
.pair { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr)) }
@media (min-width: 56rem) {
  .week { display: grid; grid-template-columns: 3rem repeat(7, minmax(0, 1fr)); grid-template-rows: auto auto 72rem }
  .day, .hours { display: grid; grid-row: 1 / span 3; grid-template-rows: subgrid; padding: 0 3px; margin: 0 }
  .day + .day { border: 0; border-left: 1px solid var(--line); margin: 0; padding: 0 3px }
  .hours { grid-template-rows: auto auto repeat(24, 3rem); grid-row: 1 / span 3; display: block; padding: 0;
    align-self: end; height: 72rem }
  .hours span { display: block; height: 3rem; font-size: .72rem; color: var(--soft) }
  .none { display: none }
  .all-day { grid-row: 2 } .timed { grid-row: 3; position: relative;
    background: repeating-linear-gradient(var(--line) 0 1px, transparent 1px 3rem) }
  .timed .entry { position: absolute; top: var(--top); left: var(--left); width: var(--width);
    height: max(var(--height), 26px); margin: 0 }
  .timed .entry span { text-overflow: ellipsis; overflow: hidden }
  .entry:not(:hover, :focus-within) .series { display: none }
}
`
