/**
 * Some password managers report what they fill in only as a change, but fields listen to input: repeats such a change as
 * input. Returns what ends that.
 */
export function repeatChanges(form: HTMLFormElement): () => void {
  const heard = new WeakMap<EventTarget, string>()
  const repeat = ({ type, target }: Event) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    if (target.type === 'radio' || target.type === 'checkbox' || heard.get(target) === target.value) return
    heard.set(target, target.value)
    if (type === 'change') target.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const type of ['input', 'change']) form.addEventListener(type, repeat, true)
  return () => {
    for (const type of ['input', 'change']) form.removeEventListener(type, repeat, true)
  }
}
