import type { ReactNode } from 'react'
import { Rings } from '../strokes.tsx'
import { booking, calendar, editor, phone, type ProductPicture } from './product-pictures.ts'

export function ProductTour() {
  return (
    <section className="band" aria-labelledby="tour">
      <h2 id="tour">See it in action</h2>
      <p className="lead">These are the real screens. Only the people are made up.</p>
      <Stop
        title="Booking takes a minute"
        text="Invitees pick a day and a time in their own time zone, on any device and without an account."
        className="wide"
      >
        <Picture of={booking} className="desktop" />
        <Picture of={phone} className="phone" />
      </Stop>
      <Stop
        title="Your whole week in one place"
        text="See your bookings next to the busy times from all your calendars."
      >
        <Picture of={calendar} className="desktop" />
      </Stop>
      <Stop
        title="See changes before you save"
        text="A live preview shows your booking page exactly as invitees will see it."
        className="reverse"
      >
        <Picture of={editor} className="desktop" />
      </Stop>
    </section>
  )
}

interface StopProps {
  title: string
  text: string
  className?: string
  children: ReactNode
}

function Stop({ title, text, className = '', children }: StopProps) {
  return (
    <div className={`stop ${className}`}>
      <div className="stop-text">
        <h3>{title}</h3>
        <p className="lead">{text}</p>
      </div>
      <div className="stage">
        <Rings />
        {children}
      </div>
    </div>
  )
}

/** An image for each theme. The styles show one, and browsers don't load lazy images that aren't shown. */
function Picture({ of: picture, className }: { of: ProductPicture; className: string }) {
  return (['light', 'dark'] as const).map((theme) => (
    <img
      key={theme}
      className={`${className} in-${theme}`}
      src={picture[theme]}
      width={picture.width}
      height={picture.height}
      alt={picture.alt}
      loading="lazy"
      decoding="async"
    />
  ))
}
