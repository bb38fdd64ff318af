import { afterAll, beforeAll, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { fillQueue } from '../../../src/cli/demo/consoles/queue.ts';
import { narrator } from '../../../src/cli/demo/stage.ts';
import { type ConsoleStage, openStage } from './support/stage.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openStage();
  await fillQueue(
    stage.server,
    narrator(false, () => {}),
  );
});
afterAll(() => stage?.close());

const WAITING = 20;

const pending = async () => {
  const { proofings } = await callAdmin(stage.server.operator, 'listProofings', { state: 'pending' });
  return proofings.map(({ id }) => id);
};

it('an operator signs in and decides twenty proofings with the keyboard alone', async () => {
  expect(await pending()).toHaveLength(WAITING);
  const { email, password } = stage.users.operators;
  const { context, page, faults } = await stage.visit('operators');
  const { keyboard } = page;
  await page.getByLabel('Email').waitFor();
  await keyboard.type(email);
  await keyboard.press('Tab');
  await keyboard.type(password);
  await keyboard.press('Enter');
  await page.locator('#content').waitFor();

  await keyboard.press('g');
  await keyboard.press('r');
  await page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor();
  await page.getByRole('button', { name: /^Open next/ }).waitFor();
  await keyboard.press('n');
  for (let decided = 0; decided < WAITING; decided += 1) {
    await page.waitForURL(/\/reviews\/.+/);
    const address = page.url();
    await page
      .getByRole('button', { name: /^Accept/ })
      .first()
      .waitFor();
    await keyboard.press('a');
    await page
      .getByText(/applicant-\d\d/)
      .first()
      .waitFor();
    await keyboard.press('Enter');
    await page.waitForFunction((before) => location.href !== before, address);
  }
  await page.getByText('No proofing is waiting').waitFor();
  expect(await pending()).toEqual([]);
  const { proofings } = await callAdmin(stage.server.operator, 'listProofings', {
    state: 'accepted',
    pageSize: 100,
  });
  // One was accepted by the demo before.
  expect(proofings).toHaveLength(WAITING + 1);
  expect(faults).toEqual([]);
  await context.close();
});
