import { html } from '../html.ts'
import type { Html } from '../html.ts'
import type { CaughtMail } from './store.ts'

/** What of a mail is shown. */
export type View = 'html' | 'text' | 'headers'

const ROOT = '/sandbox/mail'

/** Everything that was caught, newest first. */
export function listPage(mails: readonly CaughtMail[], to: string | undefined): Html {
  return html`${style}
    <div class="page">
      <h1>Sandbox mail</h1>
      <p class="soft">
        Every email this sandbox has sent, newest first. None of them left this machine.
        <a href="${ROOT}.json">JSON</a>
      </p>
      <form class="row" action="${ROOT}">
        <label for="to">Recipient</label>
        <input id="to" name="to" type="search" value="${to ?? ''}" placeholder="someone@example.com" />
        <button class="quiet">Show</button>
      </form>
      ${
        mails.length === 0
          ? html`<div class="card"><p>No emails yet. Book a time and its emails show up here.</p></div>`
          : html`<ol class="mails">
              ${mails.map(
                (mail) =>
                  html`<li>
                    <a href="${ROOT}/${mail.id}">
                      <span class="subject">${mail.subject || '(no subject)'}</span>
                      <span class="soft">to ${mail.to.join(', ')}</span>
                      <time datetime="${mail.receivedAt}" class="soft">${moment(mail.receivedAt)}</time>
                    </a>
                  </li>`,
              )}
            </ol>`
      }
    </div>`
}

/** One mail. */
export function mailPage(mail: CaughtMail, view: View): Html {
  const views: [View, string][] = [
    ['html', 'HTML'],
    ['text', 'Text'],
    ['headers', 'Headers'],
  ]
  const parts = mail.attachments.flatMap((part, index) =>
    part.contentId && part.contentType.startsWith('image/') ? [] : [{ ...part, index }],
  )
  return html`${style}
    <div class="page">
      <p><a href="${ROOT}">All emails</a></p>
      <div class="card">
        <h1>${mail.subject || '(no subject)'}</h1>
        <dl>
          <dt>From</dt>
          <dd>${mail.from}</dd>
          <dt>To</dt>
          <dd>${mail.to.join(', ')}</dd>
          <dt>Date</dt>
          <dd>${moment(mail.date)}</dd>
        </dl>
        ${
          parts.length > 0 &&
          html`<ul class="parts">
            ${parts.map(
              (part) =>
                html`<li>
                  <a href="${ROOT}/${mail.id}/parts/${part.index}" download
                    >${part.filename ?? 'Calendar part'}</a
                  >
                  <span class="soft">${part.contentType}${part.method ? `, ${part.method}` : ''}</span>
                </li>`,
            )}
          </ul>`
        }
        <nav class="views" aria-label="Parts of the email">
          ${views.map(
            ([one, name]) =>
              html`<a href="${ROOT}/${mail.id}?view=${one}" ${one === view && { html: 'aria-current="page"' }}
                >${name}</a
              >`,
          )}
          <a href="${ROOT}/${mail.id}/raw" download>Download</a>
        </nav>
        ${
          view === 'html'
            ? html`<iframe
                title="The email as HTML"
                src="${ROOT}/${mail.id}/html"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
              ></iframe>`
            : html`<pre tabindex="0">${view === 'text' ? mail.text : headerLines(mail)}</pre>`
        }
      </div>
    </div>`
}

/** The HTML of a mail with its own pictures in it, as it may stand in a frame. */
export function frameDocument(mail: CaughtMail): string {
  const pictures = new Map(
    mail.attachments.flatMap(({ contentId, contentType, content, encoding }) =>
      contentId && encoding === 'base64' ? [[contentId, `data:${contentType};base64,${content}`]] : [],
    ),
  )
  return mail.html
    .replaceAll(/cid:([^"'\s>]+)/g, (found, id: string) => pictures.get(id) ?? found)
    .replace(/<head>/i, '<head><base target="_blank">')
}

const headerLines = ({ headers }: CaughtMail) =>
  Object.entries(headers)
    .flatMap(([name, value]) => value.split('\n').map((line) => `${name}: ${line}`))
    .join('\n')

const moment = (iso: string) =>
  Number.isNaN(Date.parse(iso)) ? iso : new Date(iso).toISOString().replace('T', ' ').replace(/\..*/, ' UTC')

const style = html`<style>
  .page {
    max-width: 52rem;
    margin: 0 auto;
  }
  .page .row {
    margin-bottom: 1rem;
  }
  .row input[type='search'] {
    width: 16rem;
    flex: 0 1 auto;
  }
  .mails {
    list-style: none;
    padding: 0;
    margin: 0;
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: 12px;
    overflow: hidden;
  }
  .mails li + li {
    border-top: 1px solid var(--line);
  }
  .mails a {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0 1rem;
    padding: 0.7rem 1.25rem;
    color: inherit;
    text-decoration: none;
  }
  .mails a:hover {
    background: var(--free);
  }
  .mails .subject {
    grid-column: 1 / -1;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  dl {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 0.1rem 1rem;
    margin: 0 0 1rem;
  }
  dt {
    color: var(--soft);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .parts {
    padding: 0;
    list-style: none;
  }
  .views {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.25rem;
    border-bottom: 1px solid var(--line);
    padding-bottom: 0.5rem;
    margin-bottom: 1rem;
  }
  .views a[aria-current] {
    color: inherit;
    font-weight: 600;
    text-decoration: none;
  }
  iframe {
    width: 100%;
    height: 75vh;
    border: 0;
    border-radius: 6px;
    background: Canvas;
  }
  pre {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    margin: 0;
    font-size: 0.875rem;
  }
</style>`
