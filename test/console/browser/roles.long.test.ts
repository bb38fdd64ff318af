import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { common } from '../../../console/src/messages/common.ts';
import { keys } from '../../../console/src/messages/keys.ts';
import { palette } from '../../../console/src/messages/palette.ts';
import { proofing } from '../../../console/src/messages/proofing.ts';
import { reviews } from '../../../console/src/messages/reviews.ts';
import { today } from '../../../console/src/messages/today.ts';
import { isAtLeast, ROLES, type Role } from '../../../src/accounts/permissions.ts';
import { ALL_WORDS } from '../../../src/admin/contract/all-words.ts';
import { METHOD_NAMES, type MethodName, methodNamed } from '../../../src/admin/contract/index.ts';
import { consoleUser } from '../../../src/demo/consoles/people.ts';
import { addressOf, SCREENS, type Screen } from './support/screens.ts';
import { type ConsoleStage, openStage } from './support/stage.ts';
import { signIn } from './support/visit.ts';

/** What screens call an action, if not as the words of the contract do. */
const CALLED: Partial<Record<MethodName, readonly string[]>> = {
  rotateKey: [keys.rotate, keys.start, keys.finish],
  requestKey: [keys.request],
  importKey: [keys.import],
  signSpecimen: [keys.specimen],
  compromiseKey: [keys.compromise.report],
  rotateSealKey: [keys.rotateSeal],
  resetSeals: [keys.resetSeal],
  acceptProofing: [proofing.accept],
  rejectProofing: [proofing.reject],
  challengeProofing: [proofing.challenge],
  claimNextProofing: [reviews.openNext],
};

const words: Readonly<Record<string, { readonly name?: string }>> = Object.assign({}, ...ALL_WORDS);

/** The names of the actions that a role can take, or that it cannot take. */
function namesOf(role: Role, can: boolean): ReadonlySet<string> {
  const methods = METHOD_NAMES.filter((name) => isAtLeast(role, methodNamed(name).role) === can);
  const inPalette: Readonly<Record<string, string>> = palette.actions;
  return new Set(
    methods
      .flatMap((name) => [words[name]?.name, inPalette[name], ...(CALLED[name] ?? [])])
      .filter((one) => one !== undefined),
  );
}

/** The names of what can be pressed, without the keys beside them. */
const pressable = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll(':is(main, dialog) :is(button:not(:disabled), a.button)')].map((button) => {
      const copy = button.cloneNode(true) as Element;
      for (const key of copy.querySelectorAll('.key')) key.remove();
      return copy.textContent.trim();
    }),
  );

/** What can be pressed on the screen, also in menus and in the details of a key. */
async function offered(page: Page, { name }: Screen): Promise<readonly string[]> {
  for (const menu of await page.locator('main .menu-frame > button').all()) await menu.click();
  const names = await pressable(page);
  if (name !== 'keys') return names;
  await page.locator('main').getByRole('button', { name: common.details }).first().click();
  await page.getByRole('dialog').waitFor();
  return [...names, ...(await pressable(page))];
}

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** No request waits here. */
const OTHERS = ['approval', 'approvals', 'unknown'];
const SEAL: Screen = { name: 'seal', console: 'operators', path: '/keys?tab=seal', shows: keys.resetSeal };
const screens = [...SCREENS, SEAL].filter(
  ({ console, name }) => console === 'operators' && !OTHERS.includes(name),
);

describe.each(ROLES)('A person of the role %s', (role) => {
  const seen = new Set<string>();
  const refused: string[] = [];
  let page: Page;
  beforeAll(async () => {
    ({ page } = await stage.visit('operators'));
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(answer.url());
    });
    await signIn(page, await consoleUser(stage.server, `role-${role}`, { role, publishers: [] }));
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
  });
  afterAll(() => page?.context().close());

  const cannot = namesOf(role, false);
  const can = namesOf(role, true);

  it.each(screens)('is offered no action on the screen $name that the role cannot take', async (screen) => {
    refused.length = 0;
    await page.goto(await addressOf(stage, screen));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const names = await offered(page, screen);
    for (const name of names) seen.add(name);
    expect(names.filter((name) => cannot.has(name) && !can.has(name))).toEqual([]);
    expect(refused).toEqual([]);
  });

  it('is offered what the role can do', () => {
    const own = Object.entries(CALLED).filter(([name]) =>
      isAtLeast(role, methodNamed(name as MethodName).role),
    );
    const missing = own.flatMap(([, called]) => called.slice(0, 1)).filter((name) => !seen.has(name));
    expect(missing).toEqual([]);
  });

  it('reads on Today which role can do the work that this role cannot', async () => {
    await page.goto(`${stage.urls.operators}/console/`);
    const card = page.locator('.need', { hasText: 'The document signer key ends' });
    await card.waitFor();
    const rotates = role === 'administrator';
    expect(await card.getByText(today.keyText).count()).toBe(rotates ? 1 : 0);
    const reviews = page.locator('.need', { hasText: 'wait for a decision' });
    const told = reviews.getByText(today.doneBy('approver'));
    expect(await told.count()).toBe(isAtLeast(role, 'approver') ? 0 : 1);
    expect(await card.getByText(today.doneBy('administrator')).count()).toBe(rotates ? 0 : 1);
  });
});
