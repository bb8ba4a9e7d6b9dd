const STEP_MS = 100

/** Types a headline out. All of it keeps its place from the start and is only made visible, so that nothing moves. */
export function typeOut(headline: HTMLElement) {
  // The style sheet holds it back for this script by an animation. Where none runs, it is to be whole at once, or is
  // being read already because this script came late.
  if (headline.getAnimations().length === 0) return
  const text = headline.textContent
  const letters = Array.from(text, (letter) => {
    const span = document.createElement('span')
    span.className = 'untyped'
    span.textContent = letter
    return span
  })
  const line = document.createElement('span')
  line.ariaHidden = 'true'
  line.append(...letters)
  headline.ariaLabel = text
  headline.replaceChildren(line)
  headline.dataset['typing'] = 'on'

  let typed = 0
  const timer = setInterval(() => {
    letters[typed++]!.className = ''
    if (typed < letters.length) return
    clearInterval(timer)
    headline.textContent = text
    headline.ariaLabel = null
    headline.dataset['typing'] = 'done'
  }, STEP_MS)
}
