import type { Answer } from '../../contract/custom-fields/custom-fields.ts'

interface Typed {
  answer: Answer
  /** What was saved before. */
  replaced: Answer
  /** The validation error, if any. */
  error: string | null
  isSaved: boolean
  /** Its field was left since. */
  isLeft: boolean
}

export type Answers = Readonly<Record<string, Answer>>

export interface SaverState {
  status: 'idle' | 'waiting' | 'saving' | 'saved' | 'failed' | 'invalid'
  /**
   * Answers that aren't saved, or were typed since the fields were last left. The server's version must not replace them
   * while typing.
   */
  typed: Answers
  errors: Readonly<Record<string, string>>
}

const IDLE: SaverState = { status: 'idle', typed: {}, errors: {} }

interface Options {
  /**
   * Ends once the server's version includes them wherever they are shown. `isLeaving`: the page may close before the
   * response arrives. `replaced`: what was saved before, by the same keys.
   */
  save: (answers: Answers, isLeaving: boolean, replaced: Answers) => Promise<void>
  delayMs: number
  /** Reports a failure if nobody watches the state. */
  onUnseenFailure: () => void
}

/**
 * Saves answers while the host types, with one request at a time until the page closes. Unsaved answers are kept until
 * they can be saved.
 */
export class AnswerSaver {
  state: SaverState = IDLE
  readonly #options: Options
  readonly #typed = new Map<string, Typed>()
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #running = 0
  /** What was sent because the page may close. */
  readonly #parting = new Set<Typed>()

  constructor(options: Options) {
    this.#options = options
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  get isSettled(): boolean {
    return this.#running === 0 && this.#unsaved().length === 0
  }

  /** `saved`: the server's version of the answer, as the field showed it. */
  type(key: string, answer: Answer, error: string | null, saved: Answer = ''): void {
    const before = this.#typed.get(key)
    const replaced = before === undefined ? saved : before.isSaved ? before.answer : before.replaced
    this.#typed.set(key, { answer, replaced, error, isSaved: false, isLeft: false })
    // Errors appear on leaving the field and disappear immediately when fixed.
    const { [key]: _, ...errors } = this.state.errors
    this.#become({ status: this.#running > 0 ? 'saving' : 'waiting', errors })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(false), this.#options.delayMs)
  }

  /** Saves everything immediately and shows errors. */
  flush(isLeaving = false): void {
    clearTimeout(this.#timer)
    const wrong = this.#unsaved().flatMap(([key, { error }]) => (error === null ? [] : [[key, error]]))
    this.#become({ errors: { ...this.state.errors, ...Object.fromEntries(wrong) } })
    void this.#send(isLeaving)
  }

  /** Called on leaving the fields. From then on, or once they are saved, they show the server's version. */
  leave(): void {
    this.flush()
    for (const typed of this.#typed.values()) typed.isLeft = true
    this.#forgetSaved()
    this.#become({})
  }

  #unsaved() {
    return [...this.#typed].filter(([, { isSaved }]) => !isSaved)
  }

  #forgetSaved() {
    const isUnseen = this.#listeners.size === 0
    for (const [key, { isSaved, isLeft }] of this.#typed) {
      if (isSaved && (isLeft || isUnseen)) this.#typed.delete(key)
    }
  }

  async #send(isLeaving: boolean): Promise<void> {
    // Answers typed in the meantime follow after this request, unless the page closes before. Then the browser may also
    // cut off that request, so its answers are sent again.
    if (this.#running > 0 && !isLeaving) return
    const sent = this.#unsaved().filter(([, typed]) => typed.error === null && !this.#parting.has(typed))
    if (sent.length === 0) {
      if (this.#running === 0 && this.#unsaved().length > 0) this.#become({ status: 'invalid' })
      return
    }
    this.#running++
    if (isLeaving) for (const [, typed] of sent) this.#parting.add(typed)
    this.#become({ status: 'saving' })
    const answers = Object.fromEntries(sent.map(([key, { answer }]) => [key, answer]))
    const replaced = Object.fromEntries(sent.map(([key, typed]) => [key, typed.replaced]))
    const isDone = await this.#options.save(answers, isLeaving, replaced).then(
      () => true,
      () => false,
    )
    this.#running--
    for (const [, typed] of sent) this.#parting.delete(typed)
    // Another request may still save them, or already did.
    if (!isDone && this.#running > 0) return
    if (!isDone && this.#unsaved().length > 0) {
      this.#become({ status: 'failed' })
      if (this.#listeners.size === 0) this.#options.onUnseenFailure()
      return
    }
    for (const [key, typed] of sent) if (this.#typed.get(key) === typed) typed.isSaved = true
    this.#forgetSaved()
    this.#become({
      status: this.#running > 0 ? 'saving' : this.#unsaved().length === 0 ? 'saved' : 'waiting',
    })
    if (this.#unsaved().length > 0) await this.#send(false)
  }

  #become(change: Partial<SaverState>) {
    const typed = Object.fromEntries([...this.#typed].map(([key, { answer }]) => [key, answer]))
    this.state = { ...this.state, ...change, typed }
    for (const listener of this.#listeners) listener()
  }
}
