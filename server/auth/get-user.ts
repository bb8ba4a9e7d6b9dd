import { and, eq } from 'drizzle-orm'
import { type User, user } from '../../contract/account/user.schema.ts'
import type { Deps } from '../adapters/deps.ts'
import { connectionState } from '../calendars/connection.ts'
import { calendarConnections } from '../db/tables/calendars.ts'
import { hosts } from '../db/tables/hosts.ts'
import type { Handler } from '../http/endpoint.ts'

const { calendarProblem } = user.shape

export const getUser: Handler<'getUser'> = ({ deps, caller }) => readUser(deps, caller.hostId)

/** The host as the web app sees them. */
export async function readUser(deps: Deps, hostId: string): Promise<User> {
  const [found] = await deps.db
    .select({ host: hosts, connection: calendarConnections })
    .from(hosts)
    .leftJoin(
      calendarConnections,
      and(eq(calendarConnections.hostId, hosts.id), eq(calendarConnections.id, hosts.id)),
    )
    .where(eq(hosts.id, hostId))
  const { host, connection } = found!
  return {
    id: host.id,
    email: host.email,
    name: host.name,
    first_name: host.firstName,
    last_name: host.lastName,
    picture: host.pictureUrl,
    picture_url: host.pictureUrl,
    calendarConnection: connection ? connectionState(deps, connection) : 'not_connected',
    calendarProblem: calendarProblem.safeParse(connection?.brokenReason).data ?? null,
    calendarBrokenSince: connection?.brokenAt ? new Date(connection.brokenAt).toISOString() : null,
  }
}
