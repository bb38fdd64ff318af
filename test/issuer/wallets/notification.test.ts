import { describe, expect, it } from 'vitest';
import { decodeIssuerSigned } from '../../../src/formats/mdoc/index.ts';
import { decodeMsoStatus, statusAt, verifyStatusListToken } from '../../../src/formats/status/index.ts';
import { activeKey, derOf } from '../../keys/support/keys.ts';
import {
  type Answered,
  credentialRequest,
  type Granted,
  granted,
  newKey,
  outcome,
} from '../../support/openid4vci.ts';
import { issuerOf } from '../../support/panels.ts';
import { MDL } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';
import { listAddress, type Place, STATUS_URI } from '../status/support/status.ts';

const world = useWorld({
  settings: { 'issuer.wallets.documentTypes': [MDL], 'issuer.status.uri': STATUS_URI },
});

/** The published status of the only credential of an answer. */
async function statusOf({ body }: Answered): Promise<number> {
  const { issuerAuth } = decodeIssuerSigned(Buffer.from(body.credentials[0].credential, 'base64url'));
  const { status } = issuerAuth.mobileSecurityObject;
  if (status === undefined) throw new Error('the credential has no status');
  const { idx, uri } = decodeMsoStatus(status).statusList as Place;
  const token = new Uint8Array(await (await fetch(listAddress(uri, world()))).arrayBuffer());
  const { certificate } = await activeKey(world(), 'iaca');
  const options = { uri, now: world().now(), trustedRoots: [derOf(certificate)] };
  return statusAt(verifyStatusListToken(token, options).list, idx);
}

describe('credential_failure', () => {
  it('revokes that batch, again and again, and no other one', async () => {
    const one = await granted(world());
    const { wallet, token } = one;
    const fetched = () => wallet.resource('/credential', token, credentialRequest(one, newKey()));
    const [failed, other] = [await fetched(), await fetched()];
    const notice = { notification_id: failed.body.notification_id, event: 'credential_failure' };
    for (let number = 0; number < 2; number += 1)
      expect((await wallet.resource('/notification', token, notice)).status).toBe(204);
    world().advance(3_600_000);
    await issuerOf(world().server).statusLists.publisher.publishDue();
    expect([await statusOf(failed), await statusOf(other)]).toEqual([1, 0]);
  });
});

describe('POST /vci/notification refuses', () => {
  it('unknown ids, ids of others and unknown events', async () => {
    const [one, other] = [await granted(world()), await granted(world())];
    const { body } = await one.wallet.resource('/credential', one.token, credentialRequest(one, newKey()));
    const say = (of: Granted, id: unknown, event: unknown) =>
      of.wallet.resource('/notification', of.token, { notification_id: id, event });
    expect(outcome(await say(one, 'x', 'credential_accepted'))).toEqual([400, 'invalid_notification_id']);
    expect(outcome(await say(other, body.notification_id, 'credential_deleted'))).toEqual([
      400,
      'invalid_notification_id',
    ]);
    expect(outcome(await say(one, body.notification_id, 'toString'))).toEqual([
      400,
      'invalid_notification_request',
    ]);
    expect(outcome(await say(one, 1, 'credential_accepted'))).toEqual([400, 'invalid_notification_request']);
    expect(outcome(await one.wallet.resource('/notification', one.token, '{'))).toEqual([
      400,
      'invalid_notification_request',
    ]);
  });
});
