const FEW = 2

/** Warns when few attempts are left this hour, or none. */
export function AttemptWarning({ left }: { left: number }) {
  if (left > FEW) return null
  return (
    <p className="alert" role="status">
      <span key={left}>
        {left === 0
          ? 'You have consumed all booking attempts for this hour.'
          : `You can try ${left} more ${left === 1 ? 'time' : 'times'} this hour.`}
      </span>
    </p>
  )
}
