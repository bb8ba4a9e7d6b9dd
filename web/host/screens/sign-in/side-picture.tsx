import { WeekPicture } from '../../../ui/pictures.tsx'

export function SidePicture() {
  return (
    <aside className="relative hidden overflow-hidden border-l border-line bg-tint lg:grid lg:place-items-center">
      <svg viewBox="0 0 600 600" fill="none" aria-hidden="true" className="absolute size-full opacity-60">
        {[110, 190, 270, 350, 430].map((radius) => (
          <circle
            key={radius}
            cx="300"
            cy="300"
            r={radius}
            stroke="var(--brand)"
            strokeWidth="1.5"
            strokeDasharray="2 14"
            strokeLinecap="round"
          />
        ))}
      </svg>
      <figure className="relative w-full max-w-lg px-10">
        <WeekPicture className="w-full drop-shadow-xl" />
        <figcaption className="mt-6 text-center text-lg font-medium text-on-tint text-balance">
          One link. Your real availability. Never double-booked.
        </figcaption>
      </figure>
    </aside>
  )
}
