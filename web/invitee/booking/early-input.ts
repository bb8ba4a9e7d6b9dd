/**
 * On a slow phone, people type before hydration. React doesn't know about that, so the input events are repeated. The
 * element's own setter is used, because React tracks assigned values and would ignore them.
 */
export function repeatEarlyInput(form: HTMLFormElement): void {
  for (const element of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '.field input, .field textarea',
  )) {
    if (element instanceof HTMLInputElement && /^(radio|checkbox)$/.test(element.type)) {
      if (element.checked === element.defaultChecked) continue
      element.checked = element.defaultChecked
      element.click()
    } else if (element.value !== element.defaultValue) {
      const typed = element.value
      element.value = element.defaultValue
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, typed)
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  for (const select of form.querySelectorAll<HTMLSelectElement>('.field select')) {
    if (![...select.selectedOptions].every((option) => option.defaultSelected)) {
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
}
