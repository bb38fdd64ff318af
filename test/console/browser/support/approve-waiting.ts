import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { callAdmin } from '../../../../src/cli/admin/client.ts';
import { signedInAgain } from '../../../support/operator.ts';
import { pressByKeys } from './keys.ts';

type Person = Parameters<typeof signedInAgain>;

/** Once the dialog on the page says that its action waits for a second person, that person approves it. */
export async function approveWaiting(
  page: Page,
  title: string | RegExp,
  [served, second]: readonly [Person[0], Person[1]],
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('link', { name: 'See the request' }).waitFor();
  const { connection } = await signedInAgain(served, second);
  const { approvals } = await callAdmin(connection, 'listApprovals', { state: 'awaited' });
  expect(approvals).toHaveLength(1);
  await callAdmin(connection, 'approveApproval', { id: approvals[0]!.id });
  await pressByKeys(page, dialog.getByRole('button', { name: 'Close' }).last());
  await page.reload();
}
