import Bowser from 'bowser'
import { plainLine } from '../../contract/plain-text.ts'

const MAX_USER_AGENT_LENGTH = 500
const MAX_DEVICE_LENGTH = 80

/** What a `User-Agent` says about a device, in words: `Chrome on macOS`. Null if that is nothing we know. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH))
  // Without a system it is a program, whose name can be anything.
  if (!browser.name || !os.name) return null
  return plainLine(`${browser.name} on ${os.name}`).slice(0, MAX_DEVICE_LENGTH)
}
