import { useLayoutEffect, useRef } from 'react'
import { MessagePage } from '../message-page.tsx'

interface FinalPageProps {
  title: string
  text: string
  /** It replaces the page that the person was using. */
  isNew: boolean
}

/** All that is left to see after a guest left, or an invitee erased their data. */
function FinalPage({ title, text, isNew }: FinalPageProps) {
  const page = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isNew) page.current?.focus()
  }, [isNew])
  return (
    <div ref={page} tabIndex={-1} className="final">
      <MessagePage title={title} text={text} bookingId={null} />
    </div>
  )
}

export const LeftPage = () => (
  <FinalPage
    title="You’ve been removed"
    text="Your link no longer works, and you won’t get any more emails about this meeting."
    isNew
  />
)

export const ErasedPage = ({ isNew }: { isNew: boolean }) => (
  <FinalPage
    title="Your data has been erased"
    text="The host can only see that there was a booking and when, not who made it."
    isNew={isNew}
  />
)
