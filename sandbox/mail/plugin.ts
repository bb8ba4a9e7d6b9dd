import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { faultRoutes } from '../faults.ts'
import { sendErrorPage, sendPage } from '../page.ts'
import type { MailCatcher } from './catcher.ts'
import { parseMailFault } from './faults.ts'
import { frameDocument, listPage, mailPage, type View } from './pages.ts'

const BRAND = 'Sandbox mail'
const ROOT = '/sandbox/mail'

/** What the catcher has caught, for people at `/sandbox/mail` and for programs at `/sandbox/mail.json`. */
export const sandboxMail: FastifyPluginAsync<{ catcher: MailCatcher }> = async (app, { catcher }) => {
  const { store, faults } = catcher
  app.addHook('onClose', () => catcher.close())
  const notFound = (reply: FastifyReply) => sendErrorPage(reply, 404, 'This email doesn’t exist.', BRAND)

  app.get<{ Querystring: { to?: string } }>(`${ROOT}.json`, ({ query }, reply) =>
    reply.header('cache-control', 'no-store').send(store.list(query.to)),
  )
  app.get<{ Querystring: { to?: string } }>(ROOT, ({ query }, reply) =>
    sendPage(reply, 200, BRAND, listPage(store.list(query.to), query.to)),
  )
  app.delete(ROOT, (_request, reply) => {
    store.clear()
    return reply.code(204).send()
  })

  faultRoutes(app, `${ROOT}/faults`, faults, parseMailFault)

  app.get<{ Params: { id: string }; Querystring: { view?: string } }>(
    `${ROOT}/:id`,
    ({ params, query }, reply) => {
      const mail = store.find(Number(params.id))
      if (!mail) return notFound(reply)
      const views: readonly View[] = ['html', 'text', 'headers']
      const view = views.find((one) => one === query.view) ?? (mail.html ? 'html' : 'text')
      return sendPage(reply, 200, `${mail.subject} – ${BRAND}`, mailPage(mail, view))
    },
  )
  app.get<{ Params: { id: string } }>(`${ROOT}/:id/html`, ({ params }, reply) => {
    const mail = store.find(Number(params.id))
    if (!mail) return notFound(reply)
    return (
      reply
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        // A mail is somebody else's text: it runs nothing, loads nothing and opens its links elsewhere.
        .header(
          'content-security-policy',
          "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
            "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
        )
        .type('text/html; charset=utf-8')
        .send(frameDocument(mail))
    )
  })
  app.get<{ Params: { id: string } }>(`${ROOT}/:id/raw`, ({ params }, reply) => {
    const raw = store.raw(Number(params.id))
    if (!raw) return notFound(reply)
    return download(reply, `mail-${Number(params.id)}.eml`, 'message/rfc822').send(Buffer.from(raw))
  })
  app.get<{ Params: { id: string; part: string } }>(`${ROOT}/:id/parts/:part`, ({ params }, reply) => {
    const part = store.find(Number(params.id))?.attachments[Number(params.part)]
    if (!part) return notFound(reply)
    const name = part.filename ?? (part.contentType === 'text/calendar' ? 'part.ics' : 'part')
    return download(reply, name, part.contentType).send(Buffer.from(part.content, part.encoding))
  })
}

function download(reply: FastifyReply, name: string, contentType: string): FastifyReply {
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  return reply
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', `attachment; filename="${plain}"`)
    .type(contentType)
}
