import type { ReactNode } from 'react'
import { paths } from '../../../contract/pages/pages.ts'
import { product } from '../../../contract/product.ts'
import { ClosingCall } from '../closing-call.tsx'
import { ExtensionPicture } from '../extension-picture.tsx'
import { type Feature, FeatureCards } from '../feature-cards.tsx'
import { FieldsDrawing } from '../feature-drawings.tsx'
import { NotesDrawing } from '../notes-drawing.tsx'
import { OutwardIcon } from '../site-frame.tsx'
import { TimesDrawing } from './times-drawing.tsx'

export const extensionDescription =
  'See who you’re meeting, what they answered and your private notes inside Google Calendar, and copy open times into any message.'

const features: readonly Feature[] = [
  {
    title: 'Answers where you need them',
    text: 'Open a booking in Google Calendar and see who it’s with, its guests and every answer, right below the description.',
    Drawing: FieldsDrawing,
  },
  {
    title: 'Your private notes',
    text: 'Read and fill in your private notes without leaving the calendar. Changes are saved as you type.',
    Drawing: NotesDrawing,
  },
  {
    title: 'Times for any message',
    text: 'Pick a few open times in the toolbar and paste them into an email or chat. Each one links to the booking page with that time selected.',
    Drawing: TimesDrawing,
  },
]

/** What the extension does, and how to install and connect it. */
export function ExtensionPage() {
  return (
    <>
      <section className="band extension">
        <ExtensionPicture />
        <div>
          <h1>{product.name} in your calendar</h1>
          <p className="lead">{extensionDescription}</p>
          <a className="button primary" href="#install">
            How to install it
          </a>
          <p className="small-print">For Firefox, Chrome, Edge and other browsers based on Chromium.</p>
        </div>
      </section>
      <section className="band" aria-labelledby="does">
        <h2 id="does">What it does</h2>
        <FeatureCards features={features} heading="h3" />
      </section>
      <section className="band" aria-labelledby="install">
        <h2 id="install">Install it</h2>
        {product.extensionUrl === '' ? <Unpublished /> : <Published />}
      </section>
      <section className="band" aria-labelledby="connect">
        <h2 id="connect">Connect it</h2>
        <Steps>
          <li>
            Choose the {product.name} button in the toolbar, then <strong>Connect</strong>.
          </li>
          <li>
            Enter the address where you sign in to {product.name}, choose <strong>Connect</strong>, and allow
            the extension to access that address.
          </li>
          <li>
            Sign in if you’re asked to, and approve the connection. Then open any booking in Google Calendar.
          </li>
        </Steps>
        <p className="small-print">
          The extension has access only to Google Calendar’s page and your {product.name}. You can disconnect
          it at any time, in the extension or in <a href={paths.settings}>your settings</a>.
        </p>
      </section>
      <ClosingCall
        title="Know who you’re meeting"
        text="Sign in with Google. No card needed."
        action="Get Started Free"
      />
    </>
  )
}

function Published() {
  return (
    <p className="more">
      <a className="button primary" href={product.extensionUrl} target="_blank" rel="noopener">
        Install from the Chrome Web Store
        <OutwardIcon />
      </a>
    </p>
  )
}

/** Until it is in the stores, people load it from a file. */
function Unpublished() {
  return (
    <>
      <p className="lead">
        The extension isn’t in the browser stores yet, so you load it from a file. Ask the person who runs
        your {product.name} for it: <code>npm run build:extension</code> creates one for each browser.
      </p>
      <div className="browsers">
        <div>
          <h3>Chrome and Edge</h3>
          <Steps>
            <li>
              Unpack <code>boomtime-{product.version}-chrome.zip</code> into a folder that you’ll keep.
            </li>
            <li>
              Open <code>chrome://extensions</code> and turn on <strong>Developer mode</strong>.
            </li>
            <li>
              Choose <strong>Load unpacked</strong> and select the folder.
            </li>
          </Steps>
        </div>
        <div>
          <h3>Firefox</h3>
          <Steps>
            <li>
              Save <code>boomtime-{product.version}-firefox.zip</code>. You don’t need to unpack it.
            </li>
            <li>
              Open <code>about:debugging#/runtime/this-firefox</code>.
            </li>
            <li>
              Choose <strong>Load Temporary Add-on</strong> and select the file. Firefox keeps it until you
              close the browser.
            </li>
          </Steps>
        </div>
      </div>
    </>
  )
}

function Steps({ children }: { children: ReactNode }) {
  return <ol className="steps install-steps">{children}</ol>
}
