import { renderSVG } from 'uqr';
import type { CreationRequest } from '../../issuer/offer/requests.ts';
import { html, trustedHtml } from '../oauth/pages/html.ts';
import { alertOf, described, type Page } from '../oauth/pages/page.ts';
import { HOLDER_PATHS } from './paths.ts';
import { SCRIPT } from './script.ts';

const pageOf = (issuer: string, page: Pick<Page, 'title' | 'body'>): Page => ({
  ...page,
  title: `${page.title} – ${issuer}`,
  brand: issuer,
  script: SCRIPT,
});

/** Why there is no code. Fixed texts, which name nobody. */
const PROBLEMS = {
  noCode: 'Type the code that you were given.',
  wrongCode: 'This is not a code. It has at most 512 characters.',
  noDocument: 'There is no document for you here that can be added to a wallet. Ask the issuer.',
  spent: 'The code of this sign-in was used already. Sign in again for another wallet.',
  tooMany:
    'There were too many requests, or you already got all codes of this day. Try again later, or ask the issuer.',
  expired: 'The sign-in took too long, or was begun in another browser. Sign in again.',
  refused: 'The sign-in did not succeed. Sign in again, or ask the issuer.',
  unreachable: 'The sign-in does not answer at present. Try again later.',
  later: 'This is not possible at present. Try again in a few minutes.',
  elsewhere: 'This form was sent from another site. Use the one on this page.',
} as const;
export type Problem = keyof typeof PROBLEMS;

interface Start {
  readonly issuer: string;
  /** Whether holders can sign in. */
  readonly canSignIn: boolean;
  readonly isSignedIn: boolean;
  readonly problem?: Problem;
}

const signedInForm = html`<form method="post" action="${HOLDER_PATHS.page}">
<p>You are signed in.</p>
<div class="actions"><button class="main" type="submit">Go on to the wallet</button></div>
</form>`;

const signInLink = html`<ul class="ways"><li><a class="button" href="${HOLDER_PATHS.signIn}">Sign in</a></li></ul>`;

/** Takes a code, or offers the sign-in. It needs no script. */
export function startPage({ issuer, canSignIn, isSignedIn, problem }: Start): Page {
  const text = problem && PROBLEMS[problem];
  const typed = problem === 'noCode' || problem === 'wrongCode' ? text : undefined;
  return pageOf(issuer, {
    title: `${text === undefined ? '' : 'Error: '}Add to wallet`,
    body: html`<h1>Add your document to a wallet</h1>
${alertOf(text)}
${isSignedIn ? signedInForm : html``}
${canSignIn && !isSignedIn ? signInLink : html``}
<form id="code-form" method="post" action="${HOLDER_PATHS.page}">
<label for="code">Code from the issuer</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" maxlength="512" ${described(typed)}>
<div class="actions"><button class="main" type="submit">Continue</button></div>
</form>`,
  });
}

interface Offer {
  readonly issuer: string;
  readonly code: string;
  readonly requests: readonly CreationRequest[];
  /** The link of the settings. */
  readonly link: string | undefined;
  /** Whether the wallet platform takes the code, which it does without a link too. */
  readonly isOfPlatform: boolean;
  /** For wallets by OpenID4VCI: an address that opens them, for each document of which the code may be. */
  readonly offers: readonly { readonly document: string; readonly link: string }[];
}

const qrOf = (text: string, label: string) =>
  html`<div class="qr" role="img" aria-label="${label}">${trustedHtml(renderSVG(text, { ecc: 'M', border: 2 }))}</div>`;

/** The way to a wallet that takes the code or the link of it. */
const codeWay = ({ code, link }: Offer) => html`<details class="other" open>
<summary>Another phone, or another browser</summary>
<p>Scan this with the phone that has the wallet${link === undefined ? html`, or type the code into the wallet` : html``}. It can be used once.</p>
${qrOf(link ?? code, 'QR code for the wallet')}
<p>Code: <code>${code}</code></p>
</details>`;

/** The ways to wallets that take an offer. */
const offerWays = ({ offers }: Offer) =>
  offers.map(({ document, link }) => {
    const of = offers.length > 1 ? `: ${document}` : '';
    return html`<details class="other" open>
<summary>Another wallet app${of}</summary>
<ul class="ways"><li><a class="button" href="${link}">Open the wallet app of this phone</a></li></ul>
<p>Or scan this with the wallet app of another phone. It can be used once.</p>
${qrOf(link, `QR code for another wallet app${of}`)}
</details>`;
  });

/** The button for the browser, and the way without it. The browser may resolve before the wallet has finished. */
export function offerPage(offer: Offer): Page {
  const { issuer, requests, link, isOfPlatform, offers } = offer;
  const takesCode = isOfPlatform || link !== undefined || offers.length === 0;
  return pageOf(issuer, {
    title: 'Add to wallet',
    body: html`<h1>Add your document to a wallet</h1>
<p id="unsupported" class="alert" hidden>This browser cannot hand documents to a wallet. Use another way below.</p>
<noscript><p class="alert">Without JavaScript this page has no button. Use another way below.</p></noscript>
<div class="actions"><button id="add" class="main" type="button" hidden
 data-requests="${JSON.stringify(requests)}"
 data-done="Handed over to your wallet. Finish there; the document appears when the wallet has it."
 data-failed="The wallet did not take it. Try again, or use another way below.">Add to wallet</button></div>
<p id="said" role="status" tabindex="-1"></p>
${takesCode ? codeWay(offer) : html``}
${offerWays(offer)}`,
  });
}
