import type { Answer } from '../../../contract/custom-fields.ts'

interface Typed {
  answer: Answer
  /** Why it cannot be saved as it is. */
  error: string | null
  isSaved: boolean
}

export type Answers = Readonly<Record<string, Answer>>

export interface SaverState {
  status: 'idle' | 'waiting' | 'saving' | 'saved' | 'failed' | 'invalid'
  /** What was typed since the fields were last left, saved or not: the server's wording must not replace it meanwhile. */
  typed: Answers
  errors: Readonly<Record<string, string>>
}

const IDLE: SaverState = { status: 'idle', typed: {}, errors: {} }

interface Options {
  /** `isLeaving`: the page may be gone before the answer comes. */
  save: (answers: Answers, isLeaving: boolean) => Promise<void>
  delayMs: number
  /** Tells of a failure when nobody looks at the state. */
  onUnseenFailure: () => void
}

/** Saves answers as they are typed, one request at a time. What could not be saved is kept until it can be. */
export class AnswerSaver {
  state: SaverState = IDLE
  readonly #options: Options
  readonly #typed = new Map<string, Typed>()
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSaving = false

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
    return !this.#isSaving && this.#unsaved().length === 0
  }

  type(key: string, answer: Answer, error: string | null): void {
    this.#typed.set(key, { answer, error, isSaved: false })
    // What is wrong is said when the field is left; what is mended, at once.
    const { [key]: _, ...errors } = this.state.errors
    this.#become({ status: this.#isSaving ? 'saving' : 'waiting', errors })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(false), this.#options.delayMs)
  }

  /** Saves what there is to save at once, and says what cannot be. */
  flush(isLeaving = false): void {
    clearTimeout(this.#timer)
    const wrong = this.#unsaved().flatMap(([key, { error }]) => (error === null ? [] : [[key, error]]))
    this.#become({ errors: { ...this.state.errors, ...Object.fromEntries(wrong) } })
    void this.#send(isLeaving)
  }

  /** The fields have been left: from here on they show what the server has. */
  leave(): void {
    this.flush()
    this.#forgetSaved()
    this.#become({})
  }

  #unsaved() {
    return [...this.#typed].filter(([, { isSaved }]) => !isSaved)
  }

  #forgetSaved() {
    for (const [key, { isSaved }] of this.#typed) if (isSaved) this.#typed.delete(key)
  }

  async #send(isLeaving: boolean): Promise<void> {
    // What is typed meanwhile follows when this one is through.
    if (this.#isSaving) return
    const sent = this.#unsaved().filter(([, { error }]) => error === null)
    if (sent.length === 0) {
      if (this.#unsaved().length > 0) this.#become({ status: 'invalid' })
      return
    }
    this.#isSaving = true
    this.#become({ status: 'saving' })
    const isDone = await this.#options
      .save(Object.fromEntries(sent.map(([key, { answer }]) => [key, answer])), isLeaving)
      .then(
        () => true,
        () => false,
      )
    this.#isSaving = false
    if (!isDone) {
      this.#become({ status: 'failed' })
      if (this.#listeners.size === 0) this.#options.onUnseenFailure()
      return
    }
    for (const [key, typed] of sent) if (this.#typed.get(key) === typed) typed.isSaved = true
    if (this.#listeners.size === 0) this.#forgetSaved()
    this.#become({ status: this.#unsaved().length === 0 ? 'saved' : 'waiting' })
    if (this.#unsaved().length > 0) await this.#send(false)
  }

  #become(change: Partial<SaverState>) {
    const typed = Object.fromEntries([...this.#typed].map(([key, { answer }]) => [key, answer]))
    this.state = { ...this.state, ...change, typed }
    for (const listener of this.#listeners) listener()
  }
}
