import { type Answer, collectionLimits } from '../../contract/custom-fields/custom-fields.ts'
import { plainLine, plainText } from '../../contract/plain-text.ts'
import type { Answers } from './field-form.tsx'

interface Typed {
  answer: Answer
  /** What may be stored until it is: what was saved before, and what was sent since without an answer. */
  replaces: readonly Answer[]
  /** What somebody else has stored there in the meantime. The host chooses which one stays. */
  theirs: Answer | null
  /** The validation error, if any. */
  error: string | null
  isSaved: boolean
  /** Its field was left since. */
  isLeft: boolean
}

export type Replaced = Readonly<Record<string, readonly Answer[]>>

export interface SaverState {
  status: 'idle' | 'waiting' | 'saving' | 'saved' | 'failed' | 'invalid' | 'conflict'
  /**
   * Answers that aren't saved, or were typed since the fields were last left. The server's version must not replace them
   * while typing.
   */
  typed: Answers
  errors: Readonly<Record<string, string>>
  /** What others have stored where the host was typing. */
  theirs: Answers
}

const IDLE: SaverState = { status: 'idle', typed: {}, errors: {}, theirs: {} }

/** Nothing was saved, because somebody else has changed the answers that were to be replaced. */
export class AnswersChanged extends Error {
  /** What is stored now, by the same keys. */
  readonly stored: Answers
  constructor(stored: Answers) {
    super('Somebody else has changed these answers')
    this.stored = stored
  }
}

interface Options {
  /**
   * Ends once the server's version includes them wherever they are shown. `isLeaving`: the page may close before the
   * response arrives. `replaces`: what they may replace, by the same keys. Throws `AnswersChanged` if something else is
   * stored.
   */
  save: (answers: Answers, isLeaving: boolean, replaces: Replaced) => Promise<void>
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
    const replaces = before === undefined ? [saved] : before.isSaved ? [before.answer] : before.replaces
    const theirs = before?.theirs ?? null
    this.#typed.set(key, { answer, replaces, theirs, error, isSaved: false, isLeft: false })
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

  /** Ends a conflict: saves what the host has typed, or leaves what is stored. */
  choose(key: string, whose: 'mine' | 'theirs'): void {
    const typed = this.#typed.get(key)
    if (!typed || typed.theirs === null) return
    if (whose === 'theirs') this.#typed.delete(key)
    else this.#typed.set(key, { ...typed, replaces: [typed.theirs], theirs: null })
    if (this.isSettled) this.#become({ status: 'saved' })
    else this.flush()
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
    const sent = this.#unsaved().filter(
      ([, typed]) => typed.error === null && typed.theirs === null && !this.#parting.has(typed),
    )
    if (sent.length === 0) {
      if (this.#running > 0 || this.#unsaved().length === 0) return
      const isConflict = Object.keys(this.state.theirs).length > 0
      this.#become({ status: isConflict ? 'conflict' : 'invalid' })
      // A panel that closes stops watching right afterward.
      await Promise.resolve()
      if (isConflict && this.#listeners.size === 0) this.#options.onUnseenFailure()
      return
    }
    this.#running++
    if (isLeaving) for (const [, typed] of sent) this.#parting.add(typed)
    this.#become({ status: 'saving' })
    const answers = Object.fromEntries(sent.map(([key, { answer }]) => [key, answer]))
    const replaces = Object.fromEntries(sent.map(([key, typed]) => [key, typed.replaces]))
    // If the answer gets lost, this may be stored.
    for (const [, typed] of sent) typed.replaces = withAnswer(typed.replaces, typed.answer)
    const failure = await this.#options.save(answers, isLeaving, replaces).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    const isDone = failure === null
    this.#running--
    for (const [, typed] of sent) this.#parting.delete(typed)
    if (failure?.error instanceof AnswersChanged && this.#findConflicts(sent, failure.error.stored))
      return this.#send(false)
    // Another request may still save them, or already did.
    if (!isDone && this.#running > 0) return
    if (!isDone && this.#unsaved().length > 0) {
      this.#become({ status: 'failed' })
      if (this.#listeners.size === 0) this.#options.onUnseenFailure()
      return
    }
    for (const [key, { answer }] of sent) {
      const typed = this.#typed.get(key)
      if (!typed) continue
      if (typed.answer === answer) typed.isSaved = true
      else typed.replaces = typed.replaces.slice(typed.replaces.indexOf(answer))
    }
    this.#forgetSaved()
    this.#become({
      status: this.#running > 0 ? 'saving' : this.#unsaved().length === 0 ? 'saved' : 'waiting',
    })
    if (this.#unsaved().length > 0) await this.#send(false)
  }

  /** Marks the answers that would replace others than they may; false if there are none. */
  #findConflicts(sent: readonly [string, Typed][], stored: Answers): boolean {
    const differing = (asText: (answer: Answer) => string) =>
      sent.filter(([key]) => {
        const now = stored[key]
        // It may have been typed, and even saved, after what was sent.
        const typed = this.#typed.get(key)
        if (now === undefined || !typed) return false
        return [...typed.replaces, typed.answer].every((one) => asText(one) !== asText(now))
      })
    const roughly = differing(roughText)
    const changed = roughly.length > 0 ? roughly : differing(JSON.stringify)
    for (const [key] of changed) this.#typed.get(key)!.theirs = stored[key]!
    this.#become({})
    return changed.length > 0
  }

  #become(change: Partial<Omit<SaverState, 'typed' | 'theirs'>>) {
    const all = [...this.#typed]
    const typed = Object.fromEntries(all.map(([key, { answer }]) => [key, answer]))
    const theirs = Object.fromEntries(
      all.flatMap(([key, one]) => (one.theirs === null ? [] : [[key, one.theirs]])),
    )
    this.state = { ...this.state, ...change, typed, theirs }
    for (const listener of this.#listeners) listener()
  }
}

/** Adds what may be stored from now on. What was saved before all tries is never left out. */
function withAnswer(replaces: readonly Answer[], answer: Answer): readonly Answer[] {
  if (replaces.includes(answer)) return replaces
  const [saved, ...tried] = [...replaces, answer]
  return [saved, ...tried.slice(1 - collectionLimits.replaced)]
}

/** The same for an answer as it was typed and as the server stores it. */
const roughText = (answer: Answer) =>
  typeof answer === 'string' ? plainLine(plainText(answer)) : answer.toSorted().join(', ')
