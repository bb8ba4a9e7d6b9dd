import type { CaldavPreset } from '../../../../contract/calendars/calendar-connections.ts'

interface AppPassword {
  /** Why the usual password isn't the one. */
  why: string
  /** Where the host makes it; null if that isn't known. */
  url: string | null
  linkText: string
}

/** What to say about the password for a service (null: every server), and for what was typed as the server. */
export function appPasswordOf(preset: CaldavPreset | null, server: string): AppPassword {
  if (preset === null) {
    const why =
      'If your server has app passwords, create one for us: you can revoke it without changing your own.'
    return { why, url: null, linkText: '' }
  }
  const why = `${preset.name} wants an app password here. You can revoke it without changing your own.`
  if (preset.id !== 'nextcloud')
    return { why, url: preset.appPasswordUrl, linkText: 'Create an app password' }
  const url = nextcloudSecurityPage(server)
  return {
    why: url ? why : `${why} You create it in Nextcloud under Settings, then Security.`,
    url,
    linkText: 'Create an app password',
  }
}

/** The page of a Nextcloud server where app passwords are made; null if what was typed isn't its web address. */
export function nextcloudSecurityPage(server: string): string | null {
  const typed = server.trim()
  if (!typed.startsWith('https://') || !URL.canParse(typed)) return null
  const address = new URL(typed)
  const folder = address.pathname.replace(/\/(remote|index)\.php.*$/, '').replace(/\/+$/, '')
  return `${address.origin}${folder}/settings/user/security`
}

/** What the service calls the username. */
export const usernameLabels: Record<CaldavPreset['id'], string> = {
  icloud: 'Apple Account email',
  fastmail: 'Fastmail address',
  nextcloud: 'Username',
}
