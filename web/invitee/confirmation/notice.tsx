export interface Outcome {
  isDone: boolean
  title: string
  text: string
}

/** The outcome of one of the page's actions. Null clears the notice of every action. */
export interface ActionNotice {
  outcome: Outcome | null
  onOutcome: (outcome: Outcome | null) => void
}

/** The outcome of an action, also announced to screen readers. */
export function Notice({ outcome }: { outcome: Outcome | null }) {
  return (
    <>
      {/* Always rendered, because screen readers only announce changes of an existing element. */}
      <div role="status">{outcome?.isDone && <Words outcome={outcome} />}</div>
      {outcome && !outcome.isDone && (
        <div role="alert">
          <Words outcome={outcome} />
        </div>
      )}
    </>
  )
}

function Words({ outcome: { isDone, title, text } }: { outcome: Outcome }) {
  return (
    <div className={isDone ? 'alert done' : 'alert'}>
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  )
}
