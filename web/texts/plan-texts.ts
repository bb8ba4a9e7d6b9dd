import { planNames, plans, type PlanName, SUPPORT_REPLY_HOURS, TRIAL_DAYS } from '../../contract/plans.ts'

/** What each plan comes with, in a line each. */
export const planContents: Record<PlanName, readonly string[]> = {
  individual: [
    'For one person',
    'Events and bookings without limit',
    'Google Calendar in sync, nothing booked twice',
    'Custom fields, asked and private ones',
    'Invitations and reminders by mail',
  ],
  team: ['All of Individual', 'One team', `${plans.team.seats} seats, plus the subscriber`],
  enterprise: ['All of Team', 'Unlimited teams', `${plans.enterprise.seats} seats, plus the subscriber`],
}

const sold = planNames.filter((name) => plans[name].isAvailable).map((name) => plans[name].name)

/** What is asked before paying, wherever prices are shown. */
export const billingQuestions: readonly { title: string; text: string }[] = [
  {
    title: 'Do I need a card to try it?',
    text: `No. A new account has ${TRIAL_DAYS} free days, and no card is needed. When they are over nothing is charged by itself: you choose a plan, or you do not.`,
  },
  {
    title: 'How do I pay?',
    text: 'By card, on a page of our payment provider. The number of your card never reaches us.',
  },
  {
    title: 'Can I cancel?',
    text: 'At any time. What you have paid for goes on until its period ends, and until then you can change your mind.',
  },
  {
    title: 'Which plans can I buy?',
    text: `${sold.join(', ')} for now. The others are shown with their prices and come later.`,
  },
  {
    title: 'What is a seat?',
    text: `A place for somebody beside whoever subscribes. Team comes with ${plans.team.seats} of them, Enterprise with ${plans.enterprise.seats}. Further ones have a price of their own.`,
  },
  {
    title: 'Is there somebody I can ask?',
    text: `Yes. Write to support: we reply within ${SUPPORT_REPLY_HOURS} hours.`,
  },
]
