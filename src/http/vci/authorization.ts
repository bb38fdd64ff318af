import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GrantRefused } from '../../issuer/wallet-grant/index.ts';
import { isCrossSite } from '../cross-site.ts';
import { html } from '../oauth/pages/html.ts';
import { type Page, sourceOf } from '../oauth/pages/page.ts';
import { leaveFor, show } from '../oauth/pages/send.ts';
import { queryOf } from '../query.ts';
import type { VciOptions } from './options.ts';
import { parametersOf } from './parameters.ts';
import { VCI_PATHS, vciIssuer } from './paths.ts';
import { sealedPartOf } from './pushed-request.ts';
import type { PushedRequest } from './tokens.ts';

/** Paths that a browser opens: refusals there are pages. */
const PAGES: ReadonlySet<string> = new Set([VCI_PATHS.authorization, VCI_PATHS.interaction]);

const LATER: Page = {
  title: 'Error: This is not possible at present',
  body: html`<h1>This is not possible at present</h1>
<p>Try again in a few minutes. Begin in the wallet.</p>`,
};

const EXPIRED: Page = {
  title: 'Error: This request has ended',
  body: html`<h1>This request has ended</h1>
<p>It took too long, was answered already, or was not made by a wallet. Begin again in the wallet.</p>`,
};

/** The page in place of an error; undefined where no person reads the answer. */
export const errorPage = (path: string | undefined, status: number): Page | undefined => {
  if (!PAGES.has(path ?? '')) return undefined;
  return status === 429 || status >= 500 ? LATER : EXPIRED;
};

interface Question {
  readonly sealed: string;
  readonly asked: PushedRequest;
  readonly wallet: string;
  readonly document: string;
  readonly issuer: string;
}

/** `issuer_state` can be injected, so the person sees the document and the wallet, and is asked once. */
const questionPage = ({ sealed, asked, wallet, document, issuer }: Question): Page => ({
  title: `Add to ${wallet}? – ${issuer}`,
  brand: issuer,
  leadsTo: sourceOf(asked.redirectUri),
  body: html`<h1>Add your document to <b dir="auto">${wallet}</b>?</h1>
<p>The wallet gets: <b>${document}</b>.</p>
<p class="soft">Go on only if you began this in that wallet.</p>
<form method="post" action="${VCI_PATHS.interaction}">
<input type="hidden" name="request" value="${sealed}">
<div class="actions"><button class="main" type="submit" name="decision" value="allow">Add</button>
<button type="submit" name="decision" value="deny">Cancel</button></div>
</form>`,
});

type Refusal = 'access_denied' | 'login_required';

/** The authorization endpoint, and the page on which the person answers (OpenID4VCI 1.0, 5). */
export function authorization(instance: FastifyInstance, options: VciOptions): void {
  const { tokens, clients, holders, name: issuer } = options;

  /** RFC 9207: the answer names its issuer. */
  const answer = (
    reply: FastifyReply,
    { redirectUri, state }: PushedRequest,
    members: Record<string, string>,
  ) => {
    const target = new URL(redirectUri);
    const all = { ...members, ...(state !== undefined && { state }), iss: vciIssuer(options.address()) };
    for (const [name, value] of Object.entries(all)) target.searchParams.append(name, value);
    return leaveFor(reply, target.href);
  };
  const refuse = (reply: FastifyReply, asked: PushedRequest, error: Refusal) =>
    answer(reply, asked, { error });

  instance.get(VCI_PATHS.authorization, async (request, reply) => {
    const query = queryOf(request);
    const sealed = sealedPartOf(query.get('request_uri') ?? '');
    const asked = tokens.pushed.open(sealed);
    if (asked === undefined || asked.clientId !== query.get('client_id')) return show(reply, 400, EXPIRED);
    return leaveFor(reply, `${VCI_PATHS.interaction}?request=${sealed}`);
  });

  instance.get(VCI_PATHS.interaction, async (request, reply) => {
    const sealed = queryOf(request).get('request') ?? '';
    const asked = tokens.pushed.open(sealed);
    if (asked === undefined) return show(reply, 400, EXPIRED);
    if (asked.issuerState === undefined && holders?.visitOf(request) === undefined) {
      if (holders === undefined) return refuse(reply, asked, 'login_required');
      return leaveFor(reply, `${holders.signIn}?request=${sealed}`);
    }
    const wallet = clients.get(asked.clientId)?.name ?? '';
    const document =
      options.documentTypes.find(({ docType }) => docType === asked.documentType)?.title ??
      asked.documentType;
    return show(reply, 200, questionPage({ sealed, asked, wallet, document, issuer }));
  });

  /** The code of the offer, or the one that the sign-in gives. */
  async function codeOf(request: FastifyRequest, { issuerState }: PushedRequest) {
    const visit = holders?.visitOf(request);
    const ofHolder = visit === undefined ? {} : { holderId: visit.holderId };
    if (issuerState !== undefined) return { code: issuerState, ...ofHolder };
    const issued = visit && (await holders?.codeOf(visit.holderId, visit.signInId));
    return issued?.outcome === 'issued' ? { code: issued.code, ...ofHolder } : undefined;
  }

  instance.post(VCI_PATHS.interaction, async (request, reply) => {
    const parameters = parametersOf(request);
    const sealed = parameters.get('request') ?? '';
    const asked = tokens.pushed.open(sealed);
    if (asked === undefined || isCrossSite(request)) return show(reply, 400, EXPIRED);
    const isFirst = await options.useOnce(
      `wallet request ${hash('sha256', sealed, 'base64url')}`,
      options.clock() + tokens.pushed.life,
    );
    if (!isFirst) return show(reply, 400, EXPIRED);
    const proofing = parameters.get('decision') === 'allow' ? await codeOf(request, asked) : undefined;
    if (proofing === undefined) return refuse(reply, asked, 'access_denied');
    const { clientId, challenge, redirectUri, documentType, jkt } = asked;
    try {
      const redeemed = await options.redeem({
        ...proofing,
        from: options.digestOf(`address ${options.addressOf(request)}`),
        requestId: request.id,
        documentTypes: new Set([documentType]),
      });
      const grant = { ...redeemed, clientId, challenge, redirectUri, ...(jkt !== undefined && { jkt }) };
      return answer(reply, asked, { code: tokens.code.seal(grant) });
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error;
      return refuse(reply, asked, 'access_denied');
    }
  });
}
