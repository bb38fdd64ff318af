import { describe, expect, it } from 'vitest';
import { outcome, vciWallet } from '../support/openid4vci.ts';
import { type RecordSystem, type Respond, recordOf, reset } from '../support/record-system.ts';
import { MDL } from '../support/records.ts';
import type { World } from '../support/world.ts';
import { claiming, useRecordSystem } from './support.ts';

let system: RecordSystem;
let world: World;

useRecordSystem(
  (opened) => {
    ({ system, world } = opened);
  },
  {
    'issuer.wallets.documentTypes': [MDL],
    'issuer.codes.wrongPerDevice': 1,
  },
);

/** Notes the claim, but its answer does not arrive. */
const losing =
  (respond: Respond): Respond =>
  (response, call) => {
    const dropped = { writeHead: () => ({ end: () => {} }) };
    respond(dropped as unknown as typeof response, call);
    reset(response, call);
  };

describe('A wallet that redeems a code of the system of record by OpenID4VCI', () => {
  it('gets the document at a retry after a lost answer', async () => {
    const respond = claiming({ 'code-1': recordOf('person-1') });
    const wallet = vciWallet(world);
    system.respond(losing(respond));
    expect(outcome(await wallet.redeem('code-1'))).toEqual([503, 'temporarily_unavailable']);
    system.respond(respond);
    expect((await wallet.redeem('code-1')).status).toBe(200);
    expect(outcome(await wallet.redeem('code-1'))).toEqual([400, 'invalid_grant']);
    expect(JSON.stringify(system.calls.map(({ body }) => body.claimId))).not.toContain('code-1');
  });

  it('claims the code anew on another day, so that a code whose use was forgotten stays used', async () => {
    const respond = claiming({ 'code-2': recordOf('person-2') });
    system.respond(respond);
    expect((await vciWallet(world).redeem('code-2')).status).toBe(200);
    await world.admin('eraseHolder', { id: 'person-2' });
    world.advance(86_400_000);
    expect(outcome(await vciWallet(world).redeem('code-2'))).toEqual([400, 'invalid_grant']);
  });

  it('after too many wrong codes of its address the code is not looked up, and stays unused', async () => {
    world.advance(86_400_000);
    const wallet = vciWallet(world);
    system.respond(claiming({ 'code-3': recordOf('person-3') }));
    for (let wrong = 0; wrong < 10; wrong += 1)
      expect(outcome(await wallet.redeem(`wrong-${wrong}`))).toEqual([400, 'invalid_grant']);
    expect(system.calls).toHaveLength(10);
    expect(outcome(await wallet.redeem('code-3'))).toEqual([400, 'invalid_grant']);
    expect(system.calls).toHaveLength(10);
    world.advance(86_400_000);
    expect((await wallet.redeem('code-3')).status).toBe(200);
  });
});
