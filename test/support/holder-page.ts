import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Browser, browser, type Page } from './browser.ts';
import { CLIENT, startOrganisation, type TestOrganisation } from './organisation.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { HOOK_TIMEOUT } from './use-world.ts';
import { startWorld, type World } from './world.ts';

export const GOOGLE = 'issuers/example-dmv';

/** A server with the page for holders, and the OpenID provider by which they sign in. */
export function useHolderPage(settings: Readonly<Record<string, unknown>> = {}, startAt?: number) {
  let world: World;
  let provider: TestOrganisation;
  beforeAll(async () => {
    provider = await startOrganisation();
    const secret = join(temporaryFolder('holder-sign-in'), 'secret');
    writeFileSync(secret, `${CLIENT.secret}\n`);
    world = await startWorld({
      ...(startAt !== undefined && { startAt }),
      settings: {
        'issuer.addToWallet.googleIssuerId': GOOGLE,
        'issuer.addToWallet.holderPage': 'on',
        'issuer.holderSignIn.issuer': provider.issuer,
        'issuer.holderSignIn.clientId': CLIENT.id,
        'issuer.holderSignIn.clientSecretFile': secret,
        'issuer.holderSignIn.holderClaim': 'licence_number',
        ...settings,
      },
    });
    await provider.register(world.url, 'holders');
    provider.ahead = Math.round((world.now() - Date.now()) / 1000);
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    await world?.close();
    await provider?.close();
  });

  /** A new browser in which the holder has signed in, on the page that follows. */
  async function signedIn(holderId: unknown): Promise<{ readonly own: Browser; readonly page: Page }> {
    provider.person = { sub: `sub-${String(holderId)}`, claims: { licence_number: holderId } };
    const [own, theirs] = [browser(world.url), browser(provider.issuer)];
    const leaving = await own.open('/add/sign-in');
    const back = await theirs.open(leaving.url.href);
    return { own, page: await own.open(back.url.href) };
  }
  return { world: () => world, provider: () => provider, signedIn };
}

/** The requests of the button. */
export function requestsOf({ html }: Page): readonly {
  readonly data: { readonly grants: { readonly authorization_code: { readonly issuer_state: string } } };
}[] {
  const [, text = '[]'] = /data-requests="([^"]*)"/.exec(html) ?? [];
  return JSON.parse(text.replaceAll('&quot;', '"'));
}

export const codeOn = (page: Page) => requestsOf(page)[0]?.data.grants.authorization_code.issuer_state ?? '';
