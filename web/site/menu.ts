/** What the browser does not do by itself for the links that pop up under 768 px. */
export function followMenu(button: HTMLButtonElement, links: HTMLElement) {
  const isOpen = () => links.matches(':popover-open')
  button.ariaExpanded = 'false'
  links.addEventListener('toggle', () => (button.ariaExpanded = String(isOpen())))
  const close = () => {
    if (isOpen()) links.hidePopover()
  }
  links.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) close()
  })
  // As wide as in site-frame.css: from there on the links stand in the bar.
  matchMedia('(min-width: 48rem)').addEventListener('change', close)
}
