import { describe, expect, it } from 'vitest';
import { certificatesFromPem } from '../../../src/formats/x509/index.ts';
import { credentialRequest, granted, newKey } from '../../support/openid4vci.ts';
import { changeHolder, MDL } from '../../support/records.ts';
import { type StatusPlace, statusIn, statusPlace } from '../../support/status-by-others.ts';
import { useWorld } from '../../support/use-world.ts';
import { listAddress, STATUS_URI } from '../status/support/status.ts';

const world = useWorld({
  settings: { 'issuer.wallets.documentTypes': [MDL], 'issuer.status.uri': STATUS_URI },
});

/** A batch of two, with the places of their statuses. */
async function received() {
  const one = await granted(world());
  const request = credentialRequest(one, newKey(), newKey());
  const { body } = await one.wallet.resource('/credential', one.token, request);
  const issued = body.credentials as readonly { readonly credential: string }[];
  const places = issued.map(({ credential }) => statusPlace(Buffer.from(credential, 'base64url')));
  const say = (event: string) =>
    one.wallet.resource('/notification', one.token, { notification_id: body.notification_id, event });
  const [credential] = (await world().admin('listCredentials', { holderId: one.holderId })).credentials;
  return { ...one, places, say, id: credential?.id ?? '' };
}

/** What a reader finds that knows nothing of this server but its root. */
async function statuses(places: readonly StatusPlace[]): Promise<readonly number[]> {
  await world().admin('publishStatusLists', {});
  const { keys } = await world().admin('listKeys', {});
  const [root] = certificatesFromPem(keys.find(({ role }) => role === 'iaca')?.certificate ?? '');
  return Promise.all(
    places.map(async (place) => {
      const answer = await fetch(listAddress(place.uri, world()), {
        headers: { accept: 'application/statuslist+cwt' },
      });
      return statusIn(new Uint8Array(await answer.arrayBuffer()), place, root as Uint8Array);
    }),
  );
}

describe('A reader by others, of the status of a credential of a wallet', () => {
  it('accepts it until it is revoked, and then refuses each of the batch', async () => {
    const one = await received();
    const [first, second] = one.places;
    expect(first).not.toEqual(second);
    expect(await statuses(one.places)).toEqual([0, 0]);
    await world().admin('revokeCredential', { id: one.id, reason: 'deviceStolen' });
    expect(await statuses(one.places)).toEqual([1, 1]);
  });

  it('accepts it still after a change of the record, because the wallet hears nothing of it', async () => {
    const one = await received();
    const { holders } = await changeHolder(world(), one.holderId, { resident_address: '7 Lighthouse Row' });
    expect(holders).toMatchObject([{ result: 'updated', supersededCredentials: 1 }]);
    world().advance(2 * 86_400_000);
    await world().sweep();
    expect(await statuses(one.places)).toEqual([0, 0]);
  });

  it.each([
    ['credential_deleted', [1, 1]],
    ['credential_accepted', [0, 0]],
  ] as const)('finds after %s: %j', async (event, wanted) => {
    const one = await received();
    expect((await one.say(event)).status).toBe(204);
    expect(await statuses(one.places)).toEqual(wanted);
  });

  it('refuses it after the holder was erased', async () => {
    const one = await received();
    await world().admin('eraseHolder', { id: one.holderId });
    expect(await statuses(one.places)).toEqual([1, 1]);
  });
});
