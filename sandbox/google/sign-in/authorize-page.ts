import type { AuthorizationRequest } from './authorization-request.ts'
import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import { TICKABLE } from './scopes.ts'

/** The consent form. It posts back to its own address, so the query stays as the app sent it. */
export function consentForm(request: AuthorizationRequest, email: string, complaint?: string): Html {
  const tickable = request.scopes.filter((scope) => TICKABLE[scope])
  return html`<div class="card narrow">
    <p class="brand">Sandbox Google</p>
    <h1>Sign in to continue to ${request.appHost}</h1>
    <p class="soft">
      This page replaces Google on this machine. Use any email address; there is no password.
    </p>
    <form method="post">
      <input type="hidden" name="granular" value="1" />
      ${complaint && html`<p role="alert" style="color: var(--danger)" id="complaint">${complaint}</p>`}
      <div class="field">
        <label for="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          required
          autofocus
          autocomplete="email"
          value="${email}"
          ${complaint && html`aria-invalid="true" aria-describedby="complaint"`}
        />
      </div>
      <div class="field">
        <label for="name">Name <span class="soft">(optional)</span></label>
        <input id="name" name="name" autocomplete="name" maxlength="120" />
      </div>
      ${
        tickable.length > 0 &&
        html`<fieldset>
          <legend>Let the app</legend>
          ${tickable.map(
            (scope) =>
              html`<label class="tick">
                <input type="checkbox" name="scope" value="${scope}" checked />
                <span>${TICKABLE[scope]}</span>
              </label>`,
          )}
        </fieldset>`
      }
      <div class="row reverse">
        <button name="action" value="allow">Allow</button>
        <button class="quiet" name="action" value="deny" formnovalidate>Deny</button>
      </div>
    </form>
  </div>`
}
