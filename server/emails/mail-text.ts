import { product } from '../../contract/product.ts'
import type { MailContent } from './mail-content.ts'

/** The mail for readers that show no HTML. */
export function mailText(mail: MailContent): string {
  const { when, quote } = mail
  const blocks = [
    `${mail.badge.toUpperCase()}\n${mail.heading}`,
    mail.lead,
    [
      when.isOff ? `Was: ${when.day}` : when.day,
      when.time,
      when.zone,
      ...(when.before === null ? [] : [`Before: ${when.before}`]),
    ].join('\n'),
    quote && `${quote.label}:\n${quoted(quote.text)}`,
    mail.rows.map(({ label, text }) => `${label}: ${text}`).join('\n'),
    mail.about,
    mail.answers.map(({ label, answer }) => `${label}: ${answer}`).join('\n'),
    mail.actions.map(({ label, url }) => `${label}: ${url}`).join('\n'),
    `-- \n${mail.why}\n${product.name} ${product.credit}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
