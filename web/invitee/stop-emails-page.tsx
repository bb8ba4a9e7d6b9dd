interface StopEmailsPageProps {
  host: { name: string; email: string }
  email: string
  isStopped: boolean
}

/** Lets a person stop the emails about a host's bookings, and allow them again. It works without script. */
export function StopEmailsPage({ host, email, isStopped }: StopEmailsPageProps) {
  const sender = `${host.name} (${host.email})`
  return (
    <section className="card message">
      <h1>{isStopped ? 'Emails stopped' : 'Stop these emails?'}</h1>
      <p role="status">
        {isStopped
          ? `We won’t send ${email} any more emails about bookings with ${sender} or what they share.`
          : `We’ll no longer send ${email} any emails about bookings with ${sender} or what they share. That includes confirmations, changes, cancellations, and reminders.`}
      </p>
      <form method="post">
        <input type="hidden" name="action" value={isStopped ? 'allow' : 'block'} />
        <button type="submit" className={`button ${isStopped ? 'quiet' : 'primary'}`}>
          {isStopped ? 'Allow these emails again' : 'Stop emails'}
        </button>
      </form>
    </section>
  )
}
