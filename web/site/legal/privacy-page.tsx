import type { SitePage } from '../../../contract/pages/page-data.ts'
import { product } from '../../../contract/product.ts'
import { LegalPage, OperatorAddress, unnamedOperator } from './legal-page.tsx'

export const privacyDescription = `What ${product.name} stores about hosts, invitees and guests, why, for how long, and how to have it deleted.`

/** Describes what the code does. Change it together with what is stored or how long it is kept. */
export function PrivacyPage({ operator }: Pick<SitePage, 'operator'>) {
  return (
    <LegalPage
      title="Privacy policy"
      lead="What we store, why, and for how long. We don’t sell data, show ads or use trackers."
      date="November 27, 2026"
    >
      <h2>Who we are</h2>
      <p>This service is run by:</p>
      <OperatorAddress operator={operator ?? unnamedOperator} />
      <p>
        Write to us about anything on this page. Hosts decide what they ask their invitees and what they do
        with the answers, so for those questions please write to the host first.
      </p>

      <h2>If you’re a host</h2>
      <ul>
        <li>
          <strong>Your Google profile.</strong> Your name, email address, picture and Google’s id for you, to
          sign you in and to show people who they’re booking. Until you delete your account. They see your
          picture only if you choose to show it. We keep a copy of it for as long as you do.
        </li>
        <li>
          <strong>Access to your calendars.</strong> A token from Google for each account you connect, the
          username and app password of other calendar servers, and the addresses of published calendars. All
          tokens, passwords and addresses are encrypted. We use them to see when you’re busy and to add,
          change and remove the entries of your bookings. Until you disconnect the account, remove our access
          in your Google account, or delete your account here.
        </li>
        <li>
          <strong>When you’re busy.</strong> The start and end of the entries in the calendars your events
          use, and whether they’re tentative, all-day or out of office, without titles, descriptions or
          guests. Kept up to date, and removed when you disconnect the account or delete yours. A preview
          shows you the titles of entries. We don’t store them.
        </li>
        <li>
          <strong>What you set up.</strong> Your events, schedules, custom fields, labels, settings and
          private notes. Events and custom fields that you delete can be restored for 24 hours, and are then
          gone.
        </li>
        <li>
          <strong>Sessions.</strong> When you signed in and with which browser. A session ends 30 days after
          you last used it, and after 180 days at the latest.
        </li>{' '}
        <li>
          <strong>Sharing.</strong> The email addresses you share collections and events with, until you stop
          sharing, and in your activity for up to 180 days after that. We email these people that you shared
          something. People you share an event with see its bookings, answers and private notes.
        </li>
        <li>
          <strong>Activity.</strong> A list of sign-ins, shares, deletions and exports, so that you can see
          what happened in your account. For shares, it names the email address. Each entry is kept for 180
          days.
        </li>
        <li>
          <strong>Subscription.</strong> Payments are handled by Stripe, which stores your payment details. We
          store your plan and its dates. Stripe keeps invoices for as long as the law requires.
        </li>
      </ul>

      <h2>If you book a meeting</h2>
      <ul>
        <li>
          <strong>Your booking.</strong> Your name, email address, time zone and answers, for your host and
          the team members they share the event with. We email you about the booking and add it to the host’s
          calendar, where Google or another provider of theirs stores it. It’s kept for as long as the host
          chose, or until they delete their account. Once the meeting is over or canceled, you can erase your
          data on the booking’s page.
        </li>
        <li>
          <strong>Guests.</strong> If you invite people or send them the page, we store their addresses with
          the booking and email them. Every such email has a link that stops more of them. To remember that,
          and to limit such emails, we keep hashes of addresses.
        </li>
        <li>
          <strong>Your own calendar.</strong> If you check times against your Google Calendar, Google tells
          the booking page in your browser when you’re busy, and nothing else. None of it reaches our servers,
          and the page forgets it when you stop or leave.
        </li>
        <li>
          <strong>Your IP address.</strong> Stored only as a hash, for about an hour, to limit how often one
          address can book. It’s not in our logs.
        </li>
      </ul>

      <h2>What’s on your device</h2>
      <p>
        Your browser stores the following. None of it is shared with anyone else, and nothing follows you.
      </p>
      <p>If you’re a host:</p>
      <ul>
        <li>
          <strong>Session.</strong> Your session, your profile and the status of your subscription, until you
          sign out.
        </li>
        <li>
          <strong>Drafts.</strong> Unsaved changes, until the tab closes.
        </li>
        <li>
          <strong>Layout.</strong> The theme, the sidebar and the sizes of panes, as you chose them.
        </li>
        <li>
          <strong>Browser extension.</strong> Its connection and, until the browser closes, the last bookings
          it showed.
        </li>
      </ul>
      <p>If you book a meeting:</p>
      <ul>
        <li>
          <strong>Time zone.</strong> A cookie with your time zone and clock format, for a year, so that times
          appear right from the start.
        </li>
        <li>
          <strong>Your input.</strong> What you type and choose, until the tab closes at the latest, so that
          reloading the page loses nothing. Most of it is removed once you’ve booked or sent it.
        </li>
        <li>
          <strong>Your details.</strong> Your name and email address, only if you choose to have them
          remembered, and until you turn that off. They fill in the form the next time you book.
        </li>
        <li>
          <strong>Unanswered bookings.</strong> If you book and get no answer, the request with your details
          and answers, so that trying again doesn’t book twice. It’s used for up to an hour, and removed once
          it’s answered or the tab closes.
        </li>
        <li>
          <strong>Your attempts.</strong> How often you tried to book, next to your IP address, so that the
          page can say when you’ve reached the limit. A count is used for an hour, and stays until you clear
          your browser’s data for this site.
        </li>
        <li>
          <strong>Your booking’s page.</strong> A copy of each confirmation page you open before the meeting
          ends, with the booking’s details, so that you can read it without a connection. It’s removed the
          next time you open a confirmation page after the meeting.
        </li>
      </ul>

      <h2>Who else gets data</h2>
      <p>
        Google, for signing in, for the host’s calendar, and if you check your own calendar. The calendar
        servers that a host connects. Stripe, if you subscribe. The mail server that delivers our emails. The
        company that hosts our servers. Nobody else, unless the law forces us to.
      </p>
      <p>
        {product.name}’s use and transfer of information received from Google APIs to any other app will
        adhere to the{' '}
        <a href="https://developers.google.com/terms/api-services-user-data-policy">
          Google API Services User Data Policy
        </a>
        , including the Limited Use requirements. We use your calendar data only to offer your free times and
        to keep your bookings in your calendar. No person reads it, and it trains no models.
      </p>

      <h2>Emails and background work</h2>
      <p>
        Emails that were sent are kept in our queue for 7 days, to find out why one didn’t arrive. Repeated
        requests are recognized for 24 hours.
      </p>

      <h2>Your rights</h2>
      <p>
        Hosts can export everything and delete their account in Settings. A deleted account can be opened
        again for 7 days, and is then removed from our database; backups follow when they’re replaced.
        Invitees can correct or erase their data on the booking’s page, or write to their host or to us. You
        can also complain to your data protection authority.
      </p>
    </LegalPage>
  )
}
