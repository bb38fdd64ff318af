import { beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { signIn } from '../../src/cli/sign-in/authorize.ts';
import { AwaitsApproval } from '../../src/client/errors.ts';
import { PASSWORD } from '../support/oauth-world.ts';
import { visit } from '../support/operator.ts';
import { personOf, useOrganisations } from '../support/organisations.ts';
import { mdl } from '../support/records.ts';
import { adminRefusal } from '../support/refusal.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';

const { world, signedIn } = useOrganisations({
  'admin.secondPerson': ['codes'],
  'admin.secondPersonOfOrganisation': true,
});

const LOCAL = 'local@example.com';
const HOLDER = 'h-1';
const REFUSED = ['PERMISSION_DENIED', 'ORGANISATION_NEEDED'] as const;

async function awaited(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => new Error('it was done at once'),
    (reason: unknown) => reason,
  );
  if (error instanceof AwaitsApproval) return error.approval.id;
  throw error;
}

const approve = (by: Connection, id: string) => callAdmin(by, 'approveApproval', { id });
const askForCode = (by: Connection) => callAdmin(by, 'issueCode', { holderId: HOLDER });

let local: Connection;
beforeAll(async () => {
  await world().newUser(LOCAL, []);
  await world().admin('importHolders', { holders: [{ id: HOLDER, elements: mdl({}) }] });
  const [one, other] = [
    await signedIn('okta', personOf('okta', 'administrator')),
    await signedIn('keycloak', personOf('keycloak', 'administrator')),
  ];
  const request = { user: LOCAL, role: 'administrator' } as const;
  await approve(other, await awaited(callAdmin(one, 'setUserRole', request)));
  const { url, connection } = world();
  const { accessToken } = await signIn(
    connection.url,
    (address) => void visit(url, address, LOCAL, PASSWORD),
  );
  local = { ...connection, token: accessToken };
}, HOOK_TIMEOUT);

describe('admin.secondPersonOfOrganisation', () => {
  it('a person with an account of this server alone neither requests nor approves', async () => {
    const id = await awaited(askForCode(await signedIn('okta', personOf('okta', 'operator'))));
    await adminRefusal(approve(local, id), ...REFUSED);
    await adminRefusal(askForCode(local), ...REFUSED);
    expect(await callAdmin(local, 'getApproval', { id })).toMatchObject({ state: 'awaited' });
  });

  it('people of organisations request and approve, whichever theirs is', async () => {
    const id = await awaited(askForCode(await signedIn('okta', personOf('okta', 'operator'))));
    const approver = await signedIn('keycloak', personOf('keycloak', 'approver'));
    expect(await approve(approver, id)).toMatchObject({ approval: { state: 'approved' } });
  });
});
