import { type Html, html } from './html.ts';
import type { Page } from './page.ts';

export interface SignInPage {
  readonly action: string;
  readonly csrf: string;
  readonly clientName: string;
  readonly email: string;
  readonly problem?: string;
  readonly leadsTo: readonly string[];
}

function alert(problem: string | undefined): Html {
  return problem === undefined ? html`` : html`<p class="alert" role="alert">${problem}</p>`;
}

export function signInPage({ action, csrf, clientName, email, problem, leadsTo }: SignInPage): Page {
  const focus = email === '' ? ['autofocus', ''] : ['', 'autofocus'];
  return {
    title: 'Sign in – Diptych',
    leadsTo,
    body: html`<h1>Sign in</h1>
<p>to continue to <b>${clientName}</b></p>
${alert(problem)}
<form method="post" action="${action}/sign-in">
<input type="hidden" name="csrf" value="${csrf}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}" ${focus[0]}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024" ${focus[1]}>
<div class="actions">
<button class="main" type="submit">Sign in</button>
<button type="submit" formaction="${action}/cancel" formnovalidate>Cancel</button>
</div>
</form>`,
  };
}
