import { PATHS } from '../paths.ts';
import { html } from './html.ts';
import { alertOf, described, type Page, titleOf } from './page.ts';

export interface SignInPage {
  readonly action: string;
  readonly csrf: string;
  readonly clientName: string;
  readonly email: string;
  readonly problem?: string;
  readonly leadsTo: readonly string[];
}

/** Names as people have them: browsers refuse letters beyond ASCII in a field of type email. */
export const NAME = html`type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false"`;

export function signInPage({ action, csrf, clientName, email, problem, leadsTo }: SignInPage): Page {
  const [first, second] = email === '' ? [html`autofocus`, html``] : [html``, html`autofocus`];
  const ofProblem = described(problem);
  return {
    title: titleOf('Sign in', problem),
    leadsTo,
    body: html`<h1>Sign in</h1>
<p>to continue to <b dir="auto">${clientName}</b></p>
<form method="post" action="${action}/sign-in">
<input type="hidden" name="csrf" value="${csrf}">
${alertOf(problem)}
<label for="email">Email</label>
<input id="email" name="email" ${NAME} required maxlength="254" value="${email}" ${ofProblem} ${first}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024" ${ofProblem} ${second}>
<div class="actions">
<button class="main" type="submit">Sign in</button>
<button type="submit" formaction="${action}/cancel" formnovalidate>Cancel</button>
</div>
</form>
<p class="soft"><a href="${PATHS.password}">Change your password</a></p>`,
  };
}
