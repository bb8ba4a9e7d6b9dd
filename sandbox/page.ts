import type { FastifyReply } from 'fastify'
import { html } from './html.ts'
import type { Html } from './html.ts'

/** A whole page of a sandbox, sent. Its forms post to itself, its frames show pages of its own; it runs no script. */
export function sendPage(reply: FastifyReply, status: number, title: string, body: Html): FastifyReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <style>
          ${{ html: STYLE }}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`
  return (
    reply
      .code(status)
      .header('cache-control', 'no-store')
      // No form-action: it would also stop the redirect that answers the consent form.
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(page.html)
  )
}

/** The page of a refused request. */
export function sendErrorPage(
  reply: FastifyReply,
  status: number,
  message: string,
  brand = 'Sandbox Google',
): FastifyReply {
  const body = html`<div class="card">
    <p class="brand">${brand}</p>
    <h1>Something went wrong</h1>
    <p>${message}</p>
  </div>`
  return sendPage(reply, status, `Error – ${brand}`, body)
}

const STYLE = `
:root { color-scheme: light dark;
  --page: #eef1f6; --card: #fff; --text: #1c2430; --soft: #4d5868; --line: #b9c2cf; --accent: #1a56c4;
  --on-accent: #fff; --busy: #d5e3fb; --free: #f4f6f9; --danger: #a8201a }
@media (prefers-color-scheme: dark) { :root {
  --page: #12161d; --card: #1b212b; --text: #e8ecf2; --soft: #aeb8c6; --line: #465062; --accent: #8ab4f8;
  --on-accent: #10203a; --busy: #27406b; --free: #232a36; --danger: #ff9a92 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.45 system-ui, sans-serif }
main { padding: 1rem }
h1 { font-size: 1.4rem; margin: 0 0 .5rem } h2 { font-size: 1.1rem; margin: 0 0 .75rem } p { margin: 0 0 .75rem }
a { color: var(--accent) }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem }
.narrow { max-width: 27rem; margin: 0 auto }
.brand { font-weight: 600; color: var(--soft); margin-bottom: .25rem } .soft { color: var(--soft); font-size: .9rem }
label, legend { font-weight: 600; padding: 0 } fieldset { border: 0; padding: 0; margin: 0 0 1rem }
.tick, .tick.field { display: flex; gap: .5rem; align-items: flex-start; font-weight: 400; padding: .2rem 0 }
.tick input { margin: .3rem 0 0; flex: none }
.field { display: grid; gap: .25rem; margin-bottom: .85rem; min-width: 0 }
input:not([type=checkbox]), select { font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--soft); border-radius: 6px; padding: .4rem .55rem; width: 100%; min-width: 0 }
input[type=checkbox] { accent-color: var(--accent); width: 1.1rem; height: 1.1rem }
button { font: inherit; font-weight: 600; border-radius: 6px; padding: .45rem 1rem; cursor: pointer;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent) }
button.quiet { background: transparent; color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center }
.reverse { flex-direction: row-reverse }
`
