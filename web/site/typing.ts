const STEP_MS = 100

/**
 * Types out a headline. The full text keeps its place from the start and only becomes visible, so that nothing moves.
 */
export function typeOut(headline: HTMLElement) {
  // The style sheet hides it with an animation until this script runs. Without an animation, it should appear
  // at once or is already visible because this script is late.
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
