/** What browsers don't do automatically for the popover menu below 48rem. Without popovers, nothing opens. */
export function followMenu(button: HTMLButtonElement, links: HTMLElement) {
  if (!('showPopover' in links)) return
  const isOpen = () => links.matches(':popover-open')
  button.ariaExpanded = 'false'
  links.addEventListener('toggle', () => (button.ariaExpanded = String(isOpen())))
  const close = () => {
    if (isOpen()) links.hidePopover()
  }
  links.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) close()
  })
  // The breakpoint of site-frame.css, above which the links are in the top bar.
  matchMedia('(min-width: 48rem)').addEventListener('change', close)
}
