export interface Outcome {
  isDone: boolean
  title: string
  text: string
}

/** What has become of what was asked for; read out as well. */
export function Notice({ outcome }: { outcome: Outcome | null }) {
  return (
    <>
      {/* Has to stand there before there is something to say, or it is not read out. */}
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
