import { type ErrorOut, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { REQUEST_ID } from '../../request-id.ts';
import { EXPIRED, errorPage, signedOutPage, signOutPage } from '../pages/messages.ts';
import { type Page, pageHeaders, printPage, sourceOf } from '../pages/page.ts';

function show(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.set(pageHeaders(page));
  ctx.body = printPage(page, ctx.response.get(REQUEST_ID));
}

/** oidc-provider adds the hash of its script. */
const LIBRARY_PAGE = {
  'content-security-policy': "default-src 'none'; script-src; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** For pages of oidc-provider, which submit a form by script or by a button (form_post). */
export async function guardPages(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  ctx.set(LIBRARY_PAGE);
  await next();
}

const TEXTS: Readonly<Record<string, readonly [string, string]>> = {
  server_error: ['Something went wrong', 'The server could not do this. Try again later.'],
  invalid_client: [
    'Unknown application',
    'The application that sent you here is not registered on this server.',
  ],
  invalid_redirect_uri: [
    'Wrong return address',
    'The application that sent you here named a return address that is not registered for it, so you are not sent there.',
  ],
};

const GENERAL = [
  'This request cannot be handled',
  'The application that sent you here made a mistake.',
] as const;

/** Shows errors that must not be sent to the client, because it is unknown or not trusted. */
export function showError(ctx: KoaContextWithOIDC, out: ErrorOut, cause: Error): void {
  const [title, text] = TEXTS[out.error] ?? GENERAL;
  const detail = out.error === 'server_error' ? undefined : out.error_description;
  const page = errorPage(title, text, [out.error, detail].filter(Boolean).join(': '));
  show(ctx, cause instanceof errors.SessionNotFound ? EXPIRED : page);
}

export function showSignOut(ctx: KoaContextWithOIDC, form: string): void {
  const { client, session } = ctx.oidc;
  const state = session?.state as { readonly postLogoutRedirectUri?: string } | undefined;
  const leadsTo = state?.postLogoutRedirectUri === undefined ? [] : sourceOf(state.postLogoutRedirectUri);
  show(ctx, signOutPage(form, client?.clientName, leadsTo));
}

export function showSignedOut(ctx: KoaContextWithOIDC): void {
  show(ctx, signedOutPage());
}
