import { type Job, JobFailed, JobUncertain } from '../jobs/job.ts'
import { type Mailer, type MailMessage, MailRefused, MailUncertain } from '../adapters/mailer.ts'
import { logo } from './logo.ts'
import type { MailContent } from './mail-wording.ts'
import { mailHtml } from './html-part.tsx'
import { mailText } from './plain-text-part.ts'

type RenderedMail = Pick<MailMessage, 'messageId' | 'date' | 'subject' | 'text' | 'html' | 'pictures'>

/**
 * The parts of a mail that don't depend on who gets it. Each try of its job makes the same ones, except for the date.
 */
export function renderMail(
  content: MailContent,
  { id }: Pick<Job, 'id'>,
  publicUrl: string,
  now: number,
): RenderedMail {
  return {
    messageId: messageId(id, publicUrl),
    date: now,
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content),
    pictures: [logo],
  }
}

export const messageId = (name: string, publicUrl: string) => `<${name}@${new URL(publicUrl).hostname}>`

/** Throws `JobFailed` if the mail server will never accept the mail, `JobUncertain` if it may have accepted it. */
export async function deliver({ mailer }: { mailer: Mailer }, message: MailMessage): Promise<void> {
  try {
    await mailer.send(message)
  } catch (error) {
    if (error instanceof MailRefused) throw new JobFailed(error.message)
    if (error instanceof MailUncertain) throw new JobUncertain(error.message)
    throw error
  }
}
