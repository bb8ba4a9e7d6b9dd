// On a slow phone, people type before hydration, which the components don't know about.

/** Hydration empties text areas, but no other fields. */
const earlyTexts = new Map<Element, string>()

/** Call it before hydration. */
export function noteEarlyTexts(): void {
  for (const area of document.querySelectorAll('textarea')) earlyTexts.set(area, area.value)
}

/** Call it after hydration. The input events are repeated. */
export function repeatEarlyInput(form: HTMLFormElement): void {
  for (const element of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '.field input, .field textarea',
  )) {
    if (element instanceof HTMLInputElement && /^(radio|checkbox)$/.test(element.type)) {
      if (element.checked === element.defaultChecked) continue
      element.checked = element.defaultChecked
      element.click()
      continue
    }
    const typed = earlyTexts.get(element) ?? element.value
    earlyTexts.delete(element)
    if (isUntouched(element, typed)) continue
    element.value = typed
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const select of form.querySelectorAll<HTMLSelectElement>('.field select')) {
    if (![...select.selectedOptions].every((option) => option.defaultSelected)) {
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
}

/**
 * Browsers adapt a text to its type of input: they write the domain of an address in ASCII, and drop line breaks or what
 * isn't a date.
 */
function isUntouched(element: HTMLInputElement | HTMLTextAreaElement, text: string): boolean {
  if (text === element.defaultValue) return true
  if (element instanceof HTMLTextAreaElement) return false
  const untouched = document.createElement('input')
  untouched.type = element.type
  // Chromium wouldn't adapt an address as its `value`.
  untouched.defaultValue = element.defaultValue
  return text === untouched.value
}
