import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastOf } from '../../../console/src/kit/last-of.ts';
import { METHODS, type MethodName } from '../../../src/admin/contract/index.ts';
import { SEALED_AFTER } from '../../../src/audit/index.ts';
import { DAY } from '../../../src/conventions/time.ts';
import { activeKey, keysOf } from '../../keys/support/keys.ts';
import { startChromium } from '../../support/chromium.ts';
import { activePhone } from '../../support/devices.ts';
import { newUser } from '../../support/operator.ts';
import { newHolder } from '../../support/records.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { WITH_CONSOLES } from '../../support/world.ts';
import { PASSWORD } from '../support/people.ts';
import { chooseRare, moreOf } from './support/more.ts';
import { openVisit, signIn } from './support/visit.ts';

const ADA = 'ada@example.com';
const LEAVER = 'one.who.leaves@example.com';

const world = useWorld({ startAt: Date.now(), settings: WITH_CONSOLES });
let page: Page;
const ids = { holder: '', credential: '', proofing: '', user: '', client: '' };
beforeAll(async () => {
  await activePhone(world());
  // Young entries are not sealed yet.
  world().advance(SEALED_AFTER + 1);
  await world().server.context.sealLog();
  await newUser(world(), ADA, 'administrator');
  ids.user = await newUser(world(), LEAVER, 'viewer');
  const [credential] = (await world().admin('listCredentials', {})).credentials;
  ids.credential = credential!.id;
  ids.holder = credential!.holderId!;
  ids.proofing = (await world().admin('listProofings', {})).proofings[0]!.id;
  const redirectUris = ['https://desk.example.com/callback'];
  const { client } = await world().admin('createOAuthClient', { name: 'Desk of the ads', redirectUris });
  ids.client = client.id;
  await world().admin('rotateKey', { role: 'documentSigner' });
  ({ page } = await openVisit(await startChromium(), `${world().server.adminUrl}/console/`));
  page.setDefaultTimeout(20_000);
  await signIn(page, { email: ADA, password: PASSWORD });
}, HOOK_TIMEOUT);
afterAll(() => page?.context().close());

const button = (name: string) => page.locator('main').getByRole('button', { name, exact: true });
const inRow = (stage: string, name: string) =>
  page
    .getByRole('row')
    .filter({ hasText: /^Document signer/ })
    .filter({ hasText: stage })
    .getByRole('button', { name });
const nextSigner = async () =>
  (await keysOf(world(), 'documentSigner')).find(({ stage }) => stage === 'next')!;

interface Asking {
  readonly path: () => string;
  /** What is pressed before it: a menu, or what opens the details. */
  readonly first?: () => Locator;
  readonly opens: () => Locator;
  /** What is typed the last four letters and digits of. */
  readonly of: () => Promise<string> | string;
}

/** Final actions that ask a person to type: those that end a person, a key, an account, or the log as it was. */
const ASKING: Partial<Record<MethodName, Asking>> = {
  revokeHolder: {
    path: () => `holders/${ids.holder}`,
    first: () => moreOf(page),
    opens: () => button('Revoke holder'),
    of: () => ids.holder,
  },
  eraseHolder: {
    path: () => `holders/${ids.holder}`,
    first: () => moreOf(page),
    opens: () => button('Erase'),
    of: () => ids.holder,
  },
  revokeCredential: {
    path: () => `credentials/${ids.credential}`,
    opens: () => button('Revoke'),
    of: () => ids.credential,
  },
  revokeProofing: {
    path: () => `reviews/${ids.proofing}`,
    opens: () => button('Revoke proofing'),
    of: () => ids.proofing,
  },
  rotateKey: {
    path: () => 'keys',
    opens: () => button('Finish rotation').first(),
    of: async () => (await activeKey(world(), 'documentSigner')).id,
  },
  discardKey: {
    path: () => 'keys',
    opens: () => inRow('next', 'Discard'),
    of: async () => (await nextSigner()).id,
  },
  compromiseKey: {
    path: () => 'keys',
    first: () => inRow('active', 'Details'),
    opens: () => page.getByRole('dialog').getByRole('button', { name: 'Report a compromise' }),
    of: async () => (await activeKey(world(), 'documentSigner')).id,
  },
  resetSeals: {
    path: () => 'keys?tab=seal',
    opens: () => button('Restart the seals'),
    of: async () => (await world().admin('getSeals', {})).keys.at(-1)!,
  },
  deleteUser: {
    path: () => `users/${ids.user}`,
    opens: () => button('Delete'),
    of: () => LEAVER.split('@')[0]!,
  },
  deleteOAuthClient: {
    path: () => `clients/${ids.client}`,
    opens: () => button('Delete'),
    of: () => 'Desk of the ads',
  },
};

/** Final, too, but a second look is enough: something can be made again, or others decide with what is on the screen. */
const OTHERS: readonly MethodName[] = [
  'liftHold',
  'revokeCode',
  'rejectProofing',
  'decideProofings',
  'releaseDevice',
  'publishStatusLists',
  'rotateMasterKey',
  'rotateSealKey',
  'approveApproval',
  'disableUser',
  'resetUserPasskeys',
  'resetOAuthClientSecret',
  'rotateOAuthKeys',
];

describe('A person types the last four letters and digits before a final action', () => {
  it('each final method either asks for them, or is named as one that does not', () => {
    const final = Object.entries(METHODS).flatMap(([name, method]) => ('final' in method ? [name] : []));
    expect([...Object.keys(ASKING), ...OTHERS].toSorted()).toEqual(final.toSorted());
  });

  for (const [method, { path, first, opens, of }] of Object.entries(ASKING))
    it(`${method} asks for those of a name or an id that the dialog shows`, async () => {
      await page.goto(`${world().server.adminUrl}/console/${path()}`);
      await first?.().click();
      // The next step of a rotation is awaited, so only its dialog is red.
      if (method !== 'rotateKey')
        expect(await opens().getAttribute('class'), 'marked in red').toMatch(/\bdanger\b/);
      await opens().click();
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByRole('heading').last().textContent(), 'asks').toMatch(/^[^?]+\?$/);
      const whole = await of();
      const asked = lastOf(whole);
      const shown = /^[\w-]{17,}$/.test(whole) ? `${whole.slice(0, 6)}…${whole.slice(-6)}` : whole;
      await dialog.getByText(`The last four letters and digits of ${shown}`, { exact: true }).waitFor();
      await dialog.getByLabel(`Type ${asked} to confirm`).fill(asked);
      await page.keyboard.press('Escape');
    });
});

describe('A key that was reported as compromised', () => {
  it('is shown with what happens next, when, and the command for what people do', async () => {
    const { id } = await activeKey(world(), 'identity');
    await page.goto(`${world().server.adminUrl}/console/keys`);
    const row = page.getByRole('row').filter({ hasText: /^Identity/ });
    await row.getByRole('button', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Report a compromise' }).click();
    await dialog.getByLabel(/^First day/).fill(new Date(world().now() - DAY).toISOString().slice(0, 10));
    await dialog.getByLabel(/to confirm$/).fill(lastOf(id));
    await dialog.getByRole('button', { name: 'Report as compromised' }).click();
    const box = page.getByRole('region', { name: 'Compromised key: Identity' });
    await box.getByRole('listitem').first().locator('time').waitFor();
    await box.getByRole('button', { name: 'Copy the command for these files' }).waitFor();
    const inFocus = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(inFocus).toBe('Compromised key: Identity');
    const { y } = (await box.getByRole('heading', { level: 2 }).boundingBox())!;
    expect(y).toBeGreaterThan(60);
    expect(y).toBeLessThan(700);
  });
});

describe('The page of an erased holder', () => {
  it('says nothing about the holder until it has read what happened', async () => {
    const { erasureId } = await world().admin('eraseHolder', { id: await newHolder(world()) });
    const read = Promise.withResolvers<void>();
    await page.route('**/admin/v1/events?*', async (route) => {
      await read.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/admin/v1/events?*');
    await page.goto(`${world().server.adminUrl}/console/holders/${erasureId}`);
    await asked;
    const main = page.locator('main');
    expect(await main.getByRole('heading', { level: 2 }).count()).toBe(0);
    read.resolve();
    await main.getByRole('heading', { name: 'The holder is erased' }).waitFor();
    await page.unroute('**/admin/v1/events?*');
  });
});

describe('The keys while a rotation runs', () => {
  it('on a screen of 1280 pixels, no action of a key is cut off', async () => {
    await page.goto(`${world().server.adminUrl}/console/keys`);
    await inRow('next', 'Discard').waitFor();
    const frame = page.getByRole('region', { name: 'Issuer keys' });
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});

describe.each([1280, 375])('What follows from an action on a key, on a screen %i wide', (width) => {
  const inFocus = () => page.evaluate(() => document.activeElement?.textContent);
  /** It has the focus, and is in sight below the header. */
  const isShown = async (text: string) => {
    await expect.poll(inFocus).toBe(text);
    const { y } = (await page.locator(':focus').boundingBox())!;
    expect(y).toBeGreaterThan(60);
    expect(y).toBeLessThan(700);
  };
  beforeAll(async () => {
    await page.setViewportSize({ width, height: 800 });
    await world().admin('rotateKey', { role: 'encryption' });
    await page.goto(`${world().server.adminUrl}/console/keys`);
    await button('Rotate a key').waitFor();
  });
  afterAll(() => page.setViewportSize({ width: 1280, height: 800 }));
  const dialog = () => page.getByRole('dialog');

  it('is shown after a rotation has begun', async () => {
    // The page is at its end, as after a button of a row.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await button('Rotate a key').press('Enter');
    await dialog().getByLabel('Key').selectOption('Identity');
    await dialog().getByRole('button', { name: 'Start rotation' }).click();
    await isShown('Rotation under way: Identity');
  });

  it('is shown after it is finished: when the old private key is destroyed', async () => {
    const { id } = await activeKey(world(), 'identity');
    const box = page.getByRole('region', { name: 'Rotation under way: Identity' });
    await box.getByRole('button', { name: 'Finish rotation' }).click();
    await dialog()
      .getByLabel(/to confirm$/)
      .fill(lastOf(id));
    await dialog().getByRole('button', { name: 'Finish rotation' }).click();
    await page.getByText(/The old private key is destroyed in about a minute: past keys show it/).waitFor();
    await expect.poll(inFocus).toMatch(/^\d+ past keys?$/);
    const row = page
      .getByRole('region', { name: 'Past keys' })
      .getByRole('row')
      .filter({ hasText: id.slice(-4) });
    await row.getByText('is destroyed within minutes').waitFor();
  });

  it('is shown again after another one is finished', async () => {
    const { id } = (await keysOf(world(), 'encryption')).find(({ stage }) => stage === 'grace')!;
    await button('Stop the old key now').click();
    await dialog()
      .getByLabel(/to confirm$/)
      .fill(lastOf(id));
    await dialog().getByRole('button', { name: 'Finish rotation' }).click();
    await expect.poll(inFocus).toMatch(/^\d+ past keys$/);
  });

  it('is shown after a certificate was requested', async () => {
    await button('More').click();
    await page.getByRole('button', { name: 'Request a certificate' }).click();
    await dialog().getByLabel('Key').selectOption('Status signer');
    await dialog().getByRole('button', { name: 'Create key and request' }).click();
    await dialog().getByText('-----BEGIN CERTIFICATE REQUEST-----').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await isShown('Certificate requested: Status signer');
    await page
      .getByRole('region', { name: 'Certificate requested: Status signer' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    const typed = (await dialog()
      .getByText(/to confirm$/)
      .textContent())!.split(' ')[1]!;
    await dialog()
      .getByLabel(/to confirm$/)
      .fill(typed);
    await dialog().getByRole('button', { name: 'Discard' }).click();
    await dialog().waitFor({ state: 'detached' });
  });
});

describe('The dialog that erases a holder', () => {
  it('is not tried again after the holder was erased', async () => {
    const id = await newHolder(world());
    await page.goto(`${world().server.adminUrl}/console/holders/${id}`);
    const sent: (string | null)[] = [];
    page.on('request', (request) => {
      if (request.url().includes(':erase')) sent.push(request.postData());
    });
    await chooseRare(page, 'Erase');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/to confirm$/).fill(lastOf(id));
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'The holder is erased' }).waitFor();
    await page.waitForTimeout(500);
    expect(sent.map((body) => body?.includes('validateOnly'))).toEqual([true, false]);
    const { events } = await world().admin('listEvents', { subject: 'holder', event: 'erase' });
    await page.goto(`${world().server.adminUrl}/console/holders/${events[0]!.subjectId}`);
    await page.getByRole('heading', { level: 1, name: 'An erased holder' }).waitFor();
    await page.goto(`${world().server.adminUrl}/console/`);
  });
});
