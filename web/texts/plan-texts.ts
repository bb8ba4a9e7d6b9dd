import {
  planNames,
  plans,
  type PlanName,
  SUPPORT_REPLY_HOURS,
  TRIAL_DAYS,
} from '../../contract/account/plans.ts'
import { quotas } from '../../contract/account/quotas.ts'

/** What each plan includes, one line each. */
export const planContents: Record<PlanName, readonly string[]> = {
  individual: [
    'For one person',
    `Up to ${quotas.events} events, unlimited bookings`,
    'Google Calendar sync with no double bookings',
    'Booking questions and private notes',
    'Email invitations and reminders',
  ],
  team: ['Everything in Individual', 'One team', `${plans.team.seats} seats, plus the subscriber`],
  enterprise: [
    'Everything in Team',
    'Unlimited teams',
    `${plans.enterprise.seats} seats, plus the subscriber`,
  ],
}

const sold = planNames.filter((name) => plans[name].isAvailable).map((name) => plans[name].name)

/** Billing questions, shown next to prices. */
export const billingQuestions: readonly { title: string; text: string }[] = [
  {
    title: 'Do I need a card to try it?',
    text: `No. New accounts get ${TRIAL_DAYS} days free, no card needed. When the trial ends, you’re not charged automatically; you decide whether to subscribe.`,
  },
  {
    title: 'How do I pay?',
    text: 'By card, on our payment provider’s page. We never see your card number.',
  },
  {
    title: 'Can I cancel?',
    text: 'Any time. You keep access until the end of the paid period, and you can reactivate until then.',
  },
  {
    title: 'Which plans can I buy?',
    text: `${sold.join(', ')} for now. The other plans are coming later.`,
  },
  {
    title: 'What is a seat?',
    text: `One person on your team besides the account owner. Team includes ${plans.team.seats} seats, Enterprise includes ${plans.enterprise.seats}, and extra seats are priced separately.`,
  },
  {
    title: 'Who can I ask if I have a question?',
    text: `Email our support team. We reply within ${SUPPORT_REPLY_HOURS} hours.`,
  },
]
