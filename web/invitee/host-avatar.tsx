import { initials } from '../texts/initials.ts'

interface HostAvatarProps {
  name: string
  /** Its path; null if the host doesn't show one. */
  photo: string | null
}

/** A host's photo over their initials, which show as long as there is none. The name is next to it. */
export function HostAvatar({ name, photo }: HostAvatarProps) {
  return (
    <span className="avatar" aria-hidden="true">
      {initials(name)}
      {photo !== null && <img src={photo} alt="" width="36" height="36" />}
    </span>
  )
}
