import type { CreationOptions, RequestOptions } from '../../../accounts/passkeys/index.ts';
import { type Html, html } from './html.ts';
import { type Page, titleOf } from './page.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';

interface Ceremony {
  /** The address of the form. */
  readonly action: string;
  readonly csrf: string;
  readonly options: RequestOptions | CreationOptions;
  readonly fields: Html;
}

/** A form whose answer the script gets from an authenticator. */
function ceremonyForm({ action, csrf, options, fields }: Ceremony): Html {
  const way = 'rpId' in options ? 'get' : 'create';
  return html`<form method="post" action="${action}" data-passkey="${way}" data-options="${JSON.stringify(options)}" data-failed="No passkey was used. Try again." data-known="This passkey is registered already. Use another one." hidden>
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="answer">
${fields}
<p class="soft" id="passkey-said" role="status"></p>
</form>`;
}

const UNSUPPORTED = html`<p class="alert" id="passkey-unsupported">This step needs a browser that supports passkeys, with scripts allowed. Use a current browser.</p>`;

/** The part of the sign-in page for people who use a passkey without the password. */
export const passkeyChoice = (ceremony: Omit<Ceremony, 'fields'>): Html =>
  ceremonyForm({
    ...ceremony,
    fields: html`<div class="actions other"><button type="submit">Use a passkey</button></div>`,
  });

interface PasskeyPage extends Omit<Ceremony, 'action' | 'fields'> {
  /** The address of the interaction. */
  readonly action: string;
  readonly email: string;
  readonly leadsTo: readonly string[];
}

const cancelForm = (action: string, csrf: string) => html`<form method="post" action="${action}/cancel">
<input type="hidden" name="csrf" value="${csrf}">
<div class="actions other"><button type="submit">Cancel</button></div>
</form>`;

/** Shown after the right password of a user who has a passkey. */
export function proofPage({ action, csrf, options, email, leadsTo }: PasskeyPage): Page {
  const fields = html`<div class="actions"><button class="main" type="submit" data-first>Use your passkey</button></div>`;
  return {
    title: titleOf('Use your passkey'),
    leadsTo,
    script: PASSKEY_SCRIPT,
    body: html`<h1>Use your passkey</h1>
<p>The password of <b>${email}</b> is right. Now use the security key, the phone or the computer that holds a passkey of yours.</p>
${UNSUPPORTED}
${ceremonyForm({ action: `${action}/passkey`, csrf, options, fields })}
${cancelForm(action, csrf)}`,
  };
}

interface PasswordProofPage extends PasskeyPage {
  /** What the user typed before, which the form sends again. */
  readonly typed: readonly (readonly [string, string])[];
}

/** Shown after the right current password, before a new one is stored. */
export function passwordProofPage({ typed, leadsTo, email, ...ceremony }: PasswordProofPage): Page {
  const hidden = typed.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`);
  const fields = html`${hidden}<div class="actions"><button class="main" type="submit" data-first>Use your passkey</button></div>`;
  return {
    title: titleOf('Use your passkey'),
    leadsTo,
    script: PASSKEY_SCRIPT,
    body: html`<h1>Use your passkey</h1>
<p>The current password of <b>${email}</b> is right. The new one is stored after you have used a passkey of yours.</p>
${UNSUPPORTED}
${ceremonyForm({ ...ceremony, fields })}`,
  };
}

/** Shown to a user who must have a passkey and has none. */
export function registrationPage({
  action,
  csrf,
  options,
  userId,
  email,
  isBound,
  leadsTo,
}: PasskeyPage & { readonly userId: string; readonly isBound: boolean }): Page {
  const which = isBound
    ? 'Administrators need one that stays on one device, such as a security key.'
    : 'It can be a security key, or the screen lock of a phone or a computer.';
  const fields = html`<input type="hidden" name="user" value="${userId}">
<label for="name">Name of this passkey</label>
<input id="name" name="name" type="text" autocomplete="off" required maxlength="64" value="My first passkey" data-first>
<div class="actions"><button class="main" type="submit">Register a passkey</button></div>`;
  return {
    title: titleOf('Register a passkey'),
    leadsTo,
    script: PASSKEY_SCRIPT,
    body: html`<h1>Register a passkey</h1>
<p>This server asks for a passkey besides the password of <b>${email}</b>. ${which}</p>
<p class="soft">Register a second one in the console afterwards, so that you can sign in if you lose this one.</p>
${UNSUPPORTED}
${ceremonyForm({ action: `${action}/register-passkey`, csrf, options, fields })}
${cancelForm(action, csrf)}`,
  };
}
