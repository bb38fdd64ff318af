import type { RequestOptions } from '../../../accounts/passkeys/index.ts';
import { PATHS } from '../paths.ts';
import { type Html, html } from './html.ts';
import { alertOf, described, type Page, titleOf } from './page.ts';
import { passkeyChoice } from './passkey.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';

interface SignInPage {
  readonly action: string;
  readonly csrf: string;
  readonly clientName: string;
  readonly email: string;
  readonly problem?: string;
  readonly leadsTo: readonly string[];
  /** Absent if browsers cannot use passkeys with this server. */
  readonly passkey?: RequestOptions;
  /** Organisations whose providers sign people in. */
  readonly organisations: readonly { readonly id: string; readonly name: string }[];
}

/** The type is not email, because browsers then refuse non-ASCII letters. */
const NAME = html`type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false"`;

/** Links and not buttons of a form, because `form-action` of the page would apply to each redirect of a provider. */
const organisationLinks = (action: string, organisations: SignInPage['organisations']): Html =>
  organisations.length === 0
    ? html``
    : html`<ul class="ways">${organisations.map(
        ({ id, name }) =>
          html`<li><a class="button" href="${action}/organisation/${id}">Sign in with <b dir="auto">${name}</b></a></li>`,
      )}</ul>
<p class="soft">Or with an account of this server:</p>`;

export function signInPage(shown: SignInPage): Page {
  const { action, csrf, clientName, email, problem, leadsTo, organisations, passkey } = shown;
  const [first, second] = email === '' ? [html`autofocus`, html``] : [html``, html`autofocus`];
  const ofProblem = described(problem);
  return {
    title: titleOf('Sign in', problem),
    leadsTo,
    ...(passkey !== undefined && { script: PASSKEY_SCRIPT }),
    body: html`<h1>Sign in</h1>
<p>to continue to <b dir="auto">${clientName}</b></p>
${alertOf(problem)}
${organisationLinks(action, organisations)}
<form method="post" action="${action}/sign-in">
<input type="hidden" name="csrf" value="${csrf}">
<label for="email">Email</label>
<input id="email" name="email" ${NAME} required maxlength="254" value="${email}" ${ofProblem} ${first}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024" ${ofProblem} ${second}>
<div class="actions">
<button class="main" type="submit">Sign in</button>
<button type="submit" formaction="${action}/cancel" formnovalidate>Cancel</button>
</div>
</form>
${passkey ? passkeyChoice({ action: `${action}/passkey`, csrf, options: passkey }) : html``}
<p class="soft"><a href="${PATHS.password}">Change your password</a></p>`,
  };
}

export interface PasswordPage {
  /** The address of the form. */
  readonly action: string;
  readonly csrf: string;
  /** Why the page is shown. */
  readonly reason: string;
  readonly email: string;
  readonly problem?: string;
  readonly leadsTo?: readonly string[];
}

const TITLE = 'Choose a new password';

export function passwordPage({ action, csrf, reason, email, problem, leadsTo = [] }: PasswordPage): Page {
  const ofProblem = described(problem);
  return {
    title: titleOf(TITLE, problem),
    leadsTo,
    body: html`<h1>${TITLE}</h1>
<p>${reason}</p>
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
${alertOf(problem)}
<label for="email">Email</label>
<input id="email" name="email" ${NAME} required maxlength="254" value="${email}" ${ofProblem}>
<label for="password">Current password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024" ${ofProblem}>
<label for="new-password">New password, 12 characters or more</label>
<input id="new-password" name="new-password" type="password" autocomplete="new-password" required minlength="12" maxlength="1024" ${ofProblem}>
<label for="repeat">New password again</label>
<input id="repeat" name="repeat" type="password" autocomplete="new-password" required minlength="12" maxlength="1024" ${ofProblem}>
<div class="actions">
<button class="main" type="submit">Change password</button>
</div>
</form>`,
  };
}

export function passwordChangedPage(): Page {
  return {
    title: titleOf('Password changed'),
    body: html`<h1>Your password is changed</h1>
<p>You are signed out everywhere, and applications that you gave access ask you again.</p>`,
  };
}
