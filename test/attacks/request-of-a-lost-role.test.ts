import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { AwaitsApproval } from '../../src/client/errors.ts';
import { MINUTE } from '../../src/conventions/time.ts';
import { KINDS, personOf, useOrganisations, whoAmI } from '../support/organisations.ts';
import { refusal } from '../support/refusal.ts';

/** Eve leaves a request waiting and loses the role at her organisation; somebody approves what she asked for. */
const { world, providers, wait, signedIn } = useOrganisations({ 'admin.secondPerson': ['codes'] });

const bob = () => signedIn('keycloak', personOf('keycloak', 'administrator'));

async function asked(by: Connection): Promise<string> {
  const left = await callAdmin(by, 'disableUser', { user: 'ada@example.com' }).catch(
    (error: unknown) => error,
  );
  if (left instanceof AwaitsApproval) return left.approval.id;
  throw left;
}

const roleIn = async (user: string) => (await world().admin('getUser', { user })).role;
const stateOfAda = async () => (await world().admin('findUser', { email: 'ada@example.com' })).state;

describe('A request that waits, of a person without the role', () => {
  it.each([
    ['lost by a question to the provider', true],
    ['lost while the person is away', false],
  ])('the role is %s: the approval is refused, and nothing runs', async (_, uses) => {
    const person = personOf('okta', 'administrator');
    const eve = await signedIn('okta', person);
    const { id } = await whoAmI(eve);
    const request = await asked(eve);
    providers.okta.person = { ...person, claims: KINDS.okta.claims('nobody') };
    if (uses) {
      for (let minutes = 0; minutes < 50; minutes += 10) {
        wait(10 * MINUTE);
        await whoAmI(eve).catch(() => {});
      }
      expect(await roleIn(id)).toBeUndefined();
    } else wait(50 * MINUTE);
    const approved = callAdmin(await bob(), 'approveApproval', { id: request });
    expect(await refusal(approved)).toBe('REQUESTER_NOT_ALLOWED');
    expect([await roleIn(id), await stateOfAda()]).toEqual([undefined, 'active']);
  });

  it('a sign-in that the organisation gives no role takes the stored one', async () => {
    const person = personOf('okta', 'administrator');
    const eve = await signedIn('okta', person);
    const { id } = await whoAmI(eve);
    const request = await asked(eve);
    await callAdmin(eve, 'signOutUser', { user: id });
    await signedIn('okta', { ...person, claims: KINDS.okta.claims('nobody') }).catch(() => {});
    const approved = callAdmin(await bob(), 'approveApproval', { id: request });
    expect(await refusal(approved)).toBe('REQUESTER_NOT_ALLOWED');
  });

  it('a role that stands is asked for again, and the request runs', async () => {
    const eve = await signedIn('okta', personOf('okta', 'administrator'));
    const request = await asked(eve);
    wait(50 * MINUTE);
    await callAdmin(await bob(), 'approveApproval', { id: request });
    expect(await stateOfAda()).toBe('disabled');
  });
});
