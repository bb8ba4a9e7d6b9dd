/** Focuses the control that a message is about, also in a section that is folded. */
export function focusField(id: string): void {
  const field = document.getElementById(id)
  const folded = field?.closest('details')
  if (folded) folded.open = true
  field?.focus()
}
