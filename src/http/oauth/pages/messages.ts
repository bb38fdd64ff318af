import { html, trustedHtml } from './html.ts';
import { type Page, titleOf } from './page.ts';

/** A final error page, with the error code for the client's developers. */
export function errorPage(title: string, text: string, code?: string): Page {
  return {
    title: titleOf(title),
    isError: true,
    body: html`<h1>${title}</h1>
<p>${text}</p>
${code === undefined ? html`` : html`<p class="soft"><code>${code}</code></p>`}`,
  };
}

export const EXPIRED = errorPage(
  'Start again',
  'This sign-in took too long, was finished already, or was begun in another browser; or this browser keeps no cookies, which signing in needs. Go back to the application and start again.',
);

export const FORGED = errorPage(
  'This form cannot be used',
  'It was not sent from the page that it belongs to. Go back, reload the page and try again.',
);

/** `form`: the hidden part of the form `op.logoutForm`, made by oidc-provider. */
export function signOutPage(form: string, clientName: string | undefined, leadsTo: readonly string[]): Page {
  const asks =
    clientName === undefined
      ? html``
      : html`<p><bdi>${clientName}</bdi> asks you to sign out of this server too.</p>`;
  return {
    title: titleOf('Sign out'),
    leadsTo,
    body: html`<h1>Sign out?</h1>
${asks}
${trustedHtml(form)}
<div class="actions">
<button class="main" form="op.logoutForm" type="submit" name="logout" value="yes" autofocus>Sign out</button>
<button form="op.logoutForm" type="submit">Stay signed in</button>
</div>`,
  };
}

export function signedOutPage(): Page {
  return {
    title: titleOf('Signed out'),
    body: html`<h1>You are signed out</h1>
<p>You can close this page.</p>`,
  };
}
