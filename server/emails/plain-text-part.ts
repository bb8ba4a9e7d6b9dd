import { product } from '../../contract/product.ts'
import type { MailContent } from './mail-wording.ts'
import type { MailRow } from './mail-rows.ts'
import { labeled } from './public-answers.ts'

/** The plain text version. */
export function mailText(mail: MailContent): string {
  const { when, quote } = mail
  const blocks = [
    `${mail.badge.toUpperCase()}\n${mail.heading}`,
    mail.lead,
    when &&
      [
        when.isOff ? `Was: ${when.day}` : when.day,
        when.time,
        when.zone,
        ...(when.before === null ? [] : [`Before: ${when.before}`]),
      ].join('\n'),
    quote && `${quote.label}:\n${quoted(quote.text)}`,
    mail.actions.map(({ label, url }) => `${label}: ${url}`).join('\n'),
    mail.rows.map(rowText).join('\n'),
    mail.answers.map(rowText).join('\n'),
    mail.about,
    [
      `-- \n${mail.why}`,
      ...(mail.stopUrl === null ? [] : [`Stop these emails: ${mail.stopUrl}`]),
      `${product.name} ${product.credit}`,
    ].join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const rowText = ({ label, text, link }: MailRow) =>
  labeled(label, [text, link?.text].filter(Boolean).join(', '))

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
