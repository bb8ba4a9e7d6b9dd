import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { CircleHelp, CreditCard, LogOut, Monitor, Moon, Settings, Sun, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../contract/user.ts'
import { paths } from '../paths.ts'
import { signOut } from '../session.ts'
import { chooseTheme, type Theme, useTheme } from '../theme.ts'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../ui/menu.tsx'

const themeChoices = [
  { value: 'system', label: 'System theme', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light theme', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark theme', icon: <Moon aria-hidden="true" /> },
] as const satisfies readonly { value: Theme; label: string; icon: unknown }[]

export function AccountMenu({ user }: { user: User }) {
  const router = useRouter()
  const theme = useTheme()
  const goTo = (to: string) => () => void router.navigate({ to })

  async function logOut() {
    // Before anything is ended an editor with unsaved changes may ask, and the answer may be to stay.
    if (await mayLeave(router.history)) signOut()
  }

  return (
    <Menu
      label="Account"
      triggerClassName="rounded-full pointer-coarse:p-1"
      trigger={<Avatar user={user} />}
      header={
        <div className="max-w-72 border-b border-line px-3.5 py-3">
          <p className="truncate font-semibold">{user.name}</p>
          <p className="truncate text-muted">{user.email}</p>
        </div>
      }
    >
      <MenuItem icon={<UserRound aria-hidden="true" />} label="Profile" onAction={goTo(paths.profile)} />
      <MenuItem
        icon={<CreditCard aria-hidden="true" />}
        label="Subscription"
        onAction={goTo(paths.subscription)}
      />
      <MenuItem icon={<Settings aria-hidden="true" />} label="Settings" onAction={goTo(paths.settings)} />
      <MenuItem icon={<CircleHelp aria-hidden="true" />} label="Help" onAction={goTo(paths.help)} />
      <MenuLine />
      <MenuChoices label="Theme" choices={themeChoices} chosen={theme} onChoose={chooseTheme} />
      <MenuLine />
      <MenuItem icon={<LogOut aria-hidden="true" />} label="Logout" isDanger onAction={() => void logOut()} />
    </Menu>
  )
}

/** Asks whoever blocks leaving, as the router does; it has no way of its own to ask without going somewhere. */
async function mayLeave({ location, _getBlockers: blockers }: RouterHistory): Promise<boolean> {
  for (const { blockerFn } of blockers()) {
    if (await blockerFn({ currentLocation: location, nextLocation: location, action: 'PUSH' })) return false
  }
  return true
}

function Avatar({ user }: { user: User }) {
  const [isBroken, setIsBroken] = useState(false)
  const picture = user.picture ?? user.picture_url
  if (picture && !isBroken) {
    return (
      <img
        src={picture}
        alt=""
        // Google answers some referrers with 403.
        referrerPolicy="no-referrer"
        onError={() => setIsBroken(true)}
        className="size-9 rounded-full border border-line object-cover"
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-9 place-items-center rounded-full bg-tint text-sm font-semibold text-on-tint"
    >
      {initials(user.name || user.email)}
    </span>
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
