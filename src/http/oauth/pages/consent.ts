import type { ScopeName } from '../../../accounts/permissions.ts';
import { type Html, html } from './html.ts';
import { alertOf, described, type Page, titleOf } from './page.ts';

interface ConsentPage {
  readonly action: string;
  readonly csrf: string;
  readonly clientName: string;
  /** Address to which the browser is redirected afterwards. */
  readonly returnsTo: string;
  readonly email: string;
  /** Accounts that the user may give access to, with their names. */
  readonly publishers: readonly {
    readonly id: string;
    readonly name: string;
    readonly isChosen: boolean;
  }[];
  readonly permissions: ReadonlySet<ScopeName>;
  readonly identity: ReadonlySet<'openid' | 'email' | 'offline_access'>;
  readonly problem?: string;
  readonly leadsTo: readonly string[];
}

/** The meaning of a scope, in words for users. */
const PERMISSIONS: Readonly<Record<ScopeName, string>> = {
  monetization: 'See, create and change the ad mediation settings',
  readonly:
    'See all data of the account, such as its inventory, mediation settings and reports, but no payments or campaign details',
  statistics: 'Send statistics on ads: impressions, clicks and earnings',
  report: 'See reports on ad performance and earnings, the publisher id, its time zone and its currency',
};

const IDENTITY: Readonly<Record<'openid' | 'email' | 'offline_access', string>> = {
  openid: 'Recognise you when you sign in again',
  email: 'See your email address',
  offline_access: 'Keep this access while you are away, until it is withdrawn',
};

function items(texts: readonly string[]): Html {
  return html`<ul class="may" role="list">
${texts.map((text) => html`<li>${text}</li>\n`)}</ul>`;
}

function choice({ id, name, isChosen }: ConsentPage['publishers'][number], attributes: Html): Html {
  return html`<label class="choice"><input type="checkbox" name="publisher" value="${id}" ${isChosen ? html`checked` : html``} ${attributes}>
<span><b dir="auto">${name}</b><small>${id}</small></span></label>
`;
}

/** If no account was chosen, the first box gets the focus, so that the user sees the problem at once. */
function choices({ publishers, problem }: ConsentPage): Html {
  const first = problem === undefined ? html`` : html`${described(problem)} autofocus`;
  return html`<fieldset>
<legend>For ${publishers.length === 1 ? 'this publisher account' : 'these publisher accounts'}</legend>
${alertOf(problem)}
${publishers.map((publisher, at) => choice(publisher, at === 0 ? first : described(problem)))}</fieldset>`;
}

function request(page: ConsentPage): Html {
  const { clientName, permissions, identity } = page;
  const may = [
    ...[...permissions].map((name) => PERMISSIONS[name]),
    ...[...identity].map((name) => IDENTITY[name]),
  ];
  return html`<h2><bdi>${clientName}</bdi> wants to</h2>
${items(may)}
${permissions.size > 0 ? choices(page) : html``}
<div class="actions">
<button class="main" type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" formnovalidate>Do not allow</button>
</div>
<p class="soft">Afterwards you return to ${page.returnsTo}. Only allow this if you know and trust <bdi>${clientName}</bdi>.</p>`;
}

function nothingToGive({ clientName }: ConsentPage): Html {
  return html`<p class="alert">No publisher account is linked to you, so there is nothing that ${clientName} could be given access to. Ask the operator of this server to link one.</p>
<div class="actions"><button type="submit" name="decision" value="deny">Back</button></div>`;
}

export function consentPage(page: ConsentPage): Page {
  const { action, csrf, clientName, email, problem, publishers, permissions, leadsTo } = page;
  const isEmpty = permissions.size > 0 && publishers.length === 0;
  return {
    title: titleOf(`Allow ${clientName}?`, problem),
    leadsTo,
    body: html`<h1>Allow access for <bdi>${clientName}</bdi>?</h1>
<form class="inline" method="post" action="${action}/other-account">
<input type="hidden" name="csrf" value="${csrf}">
<p class="soft">Signed in as ${email}. <button class="link" type="submit">Use another account</button></p>
</form>
<form method="post" action="${action}/consent">
<input type="hidden" name="csrf" value="${csrf}">
${isEmpty ? nothingToGive(page) : request(page)}
</form>`,
  };
}
