import { JobFailed, type Job } from '../jobs/worker.ts'
import { type Mailer, type MailMessage, MailRefused } from '../mailer.ts'
import { logo } from './logo.ts'
import type { MailContent } from './mail-content.ts'
import { mailHtml } from './mail-html.tsx'
import { mailText } from './mail-text.ts'

type Frame = Pick<MailMessage, 'messageId' | 'date' | 'subject' | 'text' | 'html' | 'pictures'>

/** What a mail is made of, whoever it is for; the same for each try of its job, save for its date. */
export function frameOf(
  content: MailContent,
  { id }: Pick<Job, 'id'>,
  publicUrl: string,
  now: number,
): Frame {
  return {
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    date: now,
    subject: content.subject,
    text: mailText(content),
    html: mailHtml(content),
    pictures: [logo],
  }
}

/** Throws `JobFailed` where trying again would not help. */
export async function deliver({ mailer }: { mailer: Mailer }, message: MailMessage): Promise<void> {
  try {
    await mailer.send(message)
  } catch (error) {
    throw error instanceof MailRefused ? new JobFailed(error.message) : error
  }
}
