import formbody from '@fastify/formbody'
import type { FastifyPluginAsync } from 'fastify'
import { authorizeRoutes } from './sign-in/authorize.ts'
import { calendarApiRoutes } from './calendar-api/calendar-api.ts'
import { createCallLog } from './call-log.ts'
import { createChannels } from './calendar-api/channels.ts'
import { controlRoutes } from './control.ts'
import { ApiError, errorBody } from './errors.ts'
import { createFaults } from './faults.ts'
import { readJsonOnly } from '../json-bodies.ts'
import { identityRoutes } from './sign-in/identity.ts'
import type { Sandbox } from './sandbox.ts'
import { openSigningKey } from './sign-in/signing-key.ts'
import { openStore } from './store.ts'
import { tokenRoutes } from './sign-in/token.ts'
import { weekRoutes } from './week/week-routes.ts'

/** Where the sandbox Google runs and stores its data. */
export interface SandboxGoogleOptions {
  /** The app's origin, `http://localhost:3000`; a function if the port is only known once the app listens. */
  baseUrl: string | (() => string)
  /** Its own database file, created with its folder if missing; `:memory:` stores nothing on disk. */
  dataFile: string
  /** Epoch milliseconds; defaults to the machine's clock. */
  now?: () => number
  /** The clock for the expiry of watch channels. Tests may move it without expiring access tokens. */
  channelsNow?: () => number
}

/**
 * A stand-in for Google's OpenID provider and Calendar API v3, used only over HTTP. Register it with `{ prefix:
 * '/sandbox/google', baseUrl, dataFile }`; the issuer is `baseUrl` + `/sandbox/google`.
 */
export const sandboxGoogle: FastifyPluginAsync<SandboxGoogleOptions> = async (app, options) => {
  const { baseUrl, dataFile, now = Date.now, channelsNow = now } = options
  const db = openStore(dataFile)
  app.addHook('onClose', () => db.close())

  const faults = createFaults()
  const sandbox: Sandbox = {
    db,
    issuer: () => `${new URL(typeof baseUrl === 'string' ? baseUrl : baseUrl()).origin}/sandbox/google`,
    now: () => now() + faults.clockShiftMs(),
    key: await openSigningKey(db),
    faults,
    calls: createCallLog(),
  }

  app.addHook('onSend', async (_request, reply) => {
    if (faults.clockShiftMs() !== 0) reply.header('date', new Date(sandbox.now()).toUTCString())
  })
  readJsonOnly(app)
  await app.register(formbody)

  app.setErrorHandler<{ statusCode?: number; message: string }>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    const reason = status >= 500 ? 'backendError' : 'badRequest'
    return reply.code(status).send(errorBody(new ApiError(status, reason, error.message)))
  })

  const channels = createChannels({ ...sandbox, now: channelsNow })
  identityRoutes(app, sandbox)
  authorizeRoutes(app, sandbox)
  tokenRoutes(app, sandbox)
  calendarApiRoutes(app, sandbox, channels)
  weekRoutes(app, sandbox, channels)
  controlRoutes(app, sandbox)
}
