import { useRouter } from '@tanstack/react-router'
import { CircleHelp, CreditCard, LogOut, Monitor, Moon, Settings, Sun, UserRound } from 'lucide-react'
import type { User } from '../../../../contract/account/user.schema.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { mayLeave } from '../editor/unsaved-changes.ts'
import { signOut } from '../session/session.ts'
import { chooseTheme, type Theme, useTheme } from '../theme.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../../../ui/menu.tsx'

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
    // An editor with unsaved changes asks before anything ends, and the host may decide to stay.
    if (await mayLeave()) signOut()
  }

  return (
    <Menu
      label="Account"
      triggerClassName="rounded-full pointer-coarse:p-1"
      trigger={<Avatar name={user.name || user.email} picture={user.picture ?? user.picture_url} />}
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
