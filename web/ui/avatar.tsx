import { useState } from 'react'
import { initials } from '../texts/initials.ts'

interface AvatarProps {
  name: string
  picture: string | null
  size?: 'md' | 'lg'
}

const sizes = { md: 'size-9 text-sm', lg: 'size-16 text-xl' }

/** A person's picture or initials. The name is next to it, so both are hidden from screen readers. */
export function Avatar({ name, picture, size = 'md' }: AvatarProps) {
  const [isBroken, setIsBroken] = useState(false)
  if (picture && !isBroken) {
    return (
      <img
        src={picture}
        alt=""
        // Google answers some referrers with 403.
        referrerPolicy="no-referrer"
        onError={() => setIsBroken(true)}
        className={`${sizes[size]} shrink-0 rounded-full border border-line object-cover`}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={`${sizes[size]} grid shrink-0 place-items-center rounded-full bg-tint font-semibold text-on-tint`}
    >
      {initials(name)}
    </span>
  )
}
