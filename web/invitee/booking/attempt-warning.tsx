const FEW = 2

/** Says when few attempts are left this hour, and when none is. */
export function AttemptWarning({ left }: { left: number }) {
  if (left > FEW) return null
  return (
    <p className="alert" role="status">
      {left === 0
        ? 'You have consumed all booking attempts for this hour.'
        : `You have ${left} booking ${left === 1 ? 'attempt' : 'attempts'} left this hour.`}
    </p>
  )
}
