import type { HostRow } from '../hosts/read-host.ts'
import type { Deps } from '../adapters/deps.ts'
import type { Job } from '../jobs/job.ts'
import { deliver, renderMail } from './deliver.ts'
import type { MailContent } from './mail-wording.ts'

/** The content of an email to a host about their own account. */
export type Notice = Omit<MailContent, 'when' | 'quote' | 'answers' | 'stopUrl'>

/** Emails a host about their own account. */
export async function deliverNotice(
  deps: Deps,
  job: Job,
  { name, email }: HostRow,
  notice: Notice,
): Promise<void> {
  const content = { ...notice, when: null, quote: null, answers: [], stopUrl: null }
  await deliver(deps, {
    ...renderMail(content, job, deps.publicUrl, deps.now()),
    to: { name, address: email },
    references: null,
    replyTo: null,
    calendar: null,
    unsubscribe: null,
  })
}
