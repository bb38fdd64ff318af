import type { ScopeName } from '../../../accounts/scopes.ts';
import { type Html, html } from './html.ts';
import type { Page } from './page.ts';

export interface ConsentPage {
  readonly action: string;
  readonly csrf: string;
  readonly clientName: string;
  /** Where the browser goes afterwards. */
  readonly returnsTo: string;
  readonly email: string;
  /** Accounts that the user may give access to, with their names. */
  readonly publishers: readonly { readonly id: string; readonly name: string }[];
  readonly permissions: ReadonlySet<ScopeName>;
  readonly identity: ReadonlySet<'openid' | 'email' | 'offline_access'>;
  readonly problem?: string;
  readonly leadsTo: readonly string[];
}

/** What a scope lets a client do, in the words of the people who are asked. */
const PERMISSIONS: Readonly<Record<ScopeName, string>> = {
  monetization: 'See, create and change the ad mediation settings',
  readonly:
    'See everything in the account: account information, inventory, mediation settings and reports. Not payments or campaign details',
};

const IDENTITY: Readonly<Record<'openid' | 'email' | 'offline_access', string>> = {
  openid: 'Recognise you when you sign in again',
  email: 'See your email address',
  offline_access: 'Keep this access when you are away, until it is withdrawn',
};

function items(texts: readonly string[]): Html {
  return html`<ul class="may">
${texts.map((text) => html`<li>${text}</li>\n`)}</ul>`;
}

function choices(publishers: ConsentPage['publishers']): Html {
  const boxes = publishers.map(
    ({
      id,
      name,
    }) => html`<label class="choice"><input type="checkbox" name="publisher" value="${id}" checked>
<span><b>${name}</b><small>${id}</small></span></label>
`,
  );
  return html`<fieldset>
<legend>For ${publishers.length === 1 ? 'this publisher account' : 'these publisher accounts'}</legend>
${boxes}</fieldset>`;
}

function request(page: ConsentPage): Html {
  const { clientName, publishers, permissions, identity } = page;
  const may = [
    ...[...permissions].map((name) => PERMISSIONS[name]),
    ...[...identity].map((name) => IDENTITY[name]),
  ];
  return html`<h2>${clientName} wants to</h2>
${items(may)}
${permissions.size > 0 ? choices(publishers) : html``}
<div class="actions">
<button class="main" type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" formnovalidate>Do not allow</button>
</div>
<p class="soft">Afterwards you return to ${page.returnsTo}. Only allow this if you know and trust ${clientName}.</p>`;
}

function nothingToGive({ clientName }: ConsentPage): Html {
  return html`<p class="alert" role="alert">No publisher account is linked to you, so there is nothing that ${clientName} could be given access to. Ask whoever runs this server to link one.</p>
<div class="actions"><button type="submit" name="decision" value="deny">Back</button></div>`;
}

export function consentPage(page: ConsentPage): Page {
  const { action, csrf, clientName, email, problem, publishers, permissions, leadsTo } = page;
  const isEmpty = permissions.size > 0 && publishers.length === 0;
  return {
    title: `Allow ${clientName}? – Diptych`,
    leadsTo,
    body: html`<h1>Allow access for ${clientName}?</h1>
<form class="inline" method="post" action="${action}/other-account">
<input type="hidden" name="csrf" value="${csrf}">
<p class="soft">Signed in as ${email}. <button class="link" type="submit">Use another account</button></p>
</form>
${problem === undefined ? html`` : html`<p class="alert" role="alert">${problem}</p>`}
<form method="post" action="${action}/consent">
<input type="hidden" name="csrf" value="${csrf}">
${isEmpty ? nothingToGive(page) : request(page)}
</form>`,
  };
}
