import type { FastifyInstance } from 'fastify'
import { ANSWER_CHANNEL } from '../../contract/bookings/invitee-calendar-check.ts'
import { paths } from '../../contract/pages/pages.ts'
import { withRobots } from './robots.ts'
import { hashSource } from './web-build.ts'

/**
 * Passes Google's answer, which is in the fragment and so never reaches the server, to the page of this origin that
 * knows its state. The address doesn't keep it. Once that page has it, the window closes.
 */
const SCRIPT =
  "const answer=location.hash.slice(1);history.replaceState(null,'',location.pathname);" +
  `const channel=new BroadcastChannel('${ANSWER_CHANNEL}'+new URLSearchParams(answer).get('state'));` +
  'channel.onmessage=()=>close();channel.postMessage(answer)'

const POLICY = [
  "default-src 'none'",
  `script-src ${hashSource(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Calendar check</title>
<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
<script>${SCRIPT}</script></head>
<body><main><h1>Calendar check</h1><p>You can close this window and go back to the booking page.</p></main></body></html>`

/** The page that Google redirects to in the popup of the booking page. */
export function registerCalendarCheck(app: FastifyInstance): void {
  app.get(paths.calendarCheck, (_request, reply) =>
    withRobots(reply, 'calendarCheck')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': POLICY,
        // Coming from Google, any other policy would cut the popup's link to the page that opened it.
        'cross-origin-opener-policy': 'unsafe-none',
      })
      .type('text/html; charset=utf-8')
      .send(HTML),
  )
}
