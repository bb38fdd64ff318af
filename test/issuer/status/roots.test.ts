import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeStaticAuthData } from '../../../src/formats/mdoc/index.ts';
import { MsoStatusError, statusReader } from '../../../src/formats/status/index.ts';
import { isIssuedBy, parseCertificate } from '../../../src/formats/x509/index.ts';
import { authority } from '../../keys/support/authority.ts';
import { activeKey, chainOf, derOf, keysOf, retireKeys, stagesOf } from '../../keys/support/keys.ts';
import { activePhone, type Phone } from '../../support/devices.ts';
import { issuerOf } from '../../support/panels.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';
import { newRoot } from './support/new-root.ts';
import { listAddress, type Place, placesOf, STATUS_URI } from './support/status.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const settings = { 'issuer.status.uri': STATUS_URI };

let world: World;
/** Another server on the same database. */
let other: World;
let elsewhere: ReturnType<typeof authority>;
let operator: ReturnType<typeof newRoot>;
let oldRoot: Uint8Array;
const phones: { readonly old: Phone[]; readonly new: Phone[] } = { old: [], new: [] };

beforeAll(async () => {
  elsewhere = authority();
  // Early on a day, so that the hours of these tests end on it: lists end at midnight.
  const startAt = Math.ceil(Date.now() / DAY) * DAY + HOUR;
  world = await startWorld({ settings, startAt });
  other = await startWorld({ settings, startAt: world.now(), folder: world.folder });
  operator = newRoot(world, elsewhere);
  oldRoot = derOf((await activeKey(world, 'iaca')).certificate);
}, HOOK_TIMEOUT);
afterAll(async () => {
  elsewhere.remove();
  await other.close();
  await world.close();
});

function advance(milliseconds: number): void {
  for (const one of [world, other]) one.advance(milliseconds);
}
const publish = ({ server }: World) => issuerOf(server).statusLists.publisher.publishDue();

async function fetchList(uri: string, from = world): Promise<Uint8Array> {
  const response = await fetch(listAddress(uri, from));
  if (!response.ok) throw new Error(`the list is answered with ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** What a reader that trusts the roots learns of each MSO of a phone. */
async function standingsOf({ device }: Phone, trustedRoots: readonly Uint8Array[], from = world) {
  const reader = statusReader({ fetchList: (uri) => fetchList(uri, from), clock: world.now });
  const standings = device.state.authKeys.map(({ certified }) => {
    const { issuerAuth } = decodeStaticAuthData(certified?.staticAuthData as Uint8Array);
    const { status } = issuerAuth.mobileSecurityObject;
    const documentSigner = issuerAuth.certificates[0] as Uint8Array;
    return reader.standingOf({ ...(status !== undefined && { status }), documentSigner, trustedRoots });
  });
  return new Set(await Promise.all(standings));
}

const isUnder = ({ device }: Phone, root: Uint8Array) =>
  isIssuedBy(chainOf(device)[0]!, parseCertificate(root));

/** Phones that get their MSOs while the keys are changed, from both servers. */
async function during(work: () => Promise<unknown>): Promise<void> {
  let isDone = false;
  const load = [world, other].map(async (from) => {
    do {
      const phone = await activePhone(from, 3);
      const known = isUnder(phone, oldRoot) ? phones.old : phones.new;
      known.push(phone);
    } while (!isDone);
  });
  await work();
  isDone = true;
  await Promise.all(load);
}

describe('Status lists while the root is replaced', () => {
  it('the document signer does not change to a root without a status signer', async () => {
    await during(async () => {
      await operator.importDocumentSigner();
      await adminRefusal(operator.finish('documentSigner'), 'FAILED_PRECONDITION', 'ROTATION_STATE');
      await operator.importStatusSigner();
      await adminRefusal(operator.finish('documentSigner'), 'FAILED_PRECONDITION', 'ROTATION_STATE');
    });
    expect(phones.new).toEqual([]);
  });

  it('both status signers sign while MSOs are signed under the first root', async () => {
    await during(() => operator.finish('statusSigner'));
    expect(await stagesOf(world, 'statusSigner')).toEqual(['active', 'active']);
    expect(phones.new).toEqual([]);
  });

  it('when the document signer changes, the first status signer stays in grace', async () => {
    await during(async () => {
      await operator.finish('documentSigner');
      await activePhone(world);
    });
    await during(async () => {});
    const signers = await keysOf(world, 'statusSigner');
    expect(signers.map(({ stage }) => stage).toSorted()).toEqual(['active', 'grace']);
    expect(new Set(signers.map(({ rootId }) => rootId)).size).toBe(2);
    expect(phones.new.length).toBeGreaterThan(0);
  });

  it('every MSO has a status, in a list whose signer has the same root as the MSO', async () => {
    expect(phones.old.length).toBeGreaterThan(0);
    for (const phone of phones.old) expect(await standingsOf(phone, [oldRoot])).toEqual(new Set(['valid']));
    for (const phone of phones.new)
      expect(await standingsOf(phone, [operator.root()])).toEqual(new Set(['valid']));
    const lists = (of: readonly Phone[]) =>
      new Set(of.flatMap(({ device }) => placesOf(device).map(({ uri }) => uri)));
    const shared = [...lists(phones.old)].filter((uri) => lists(phones.new).has(uri));
    expect(shared).toEqual([]);
  });

  it('a reader that trusts both roots refuses the list of another root', async () => {
    const [one, two] = [phones.old[0]!, phones.new[0]!];
    const [{ uri }] = placesOf(two.device) as [Place];
    const swapped = statusReader({ fetchList: () => fetchList(uri), clock: world.now });
    const { issuerAuth } = decodeStaticAuthData(one.device.state.authKeys[0]!.certified!.staticAuthData);
    const refused = swapped.standingOf({
      status: issuerAuth.mobileSecurityObject.status!,
      documentSigner: issuerAuth.certificates[0]!,
      trustedRoots: [oldRoot, operator.root()],
    });
    await expect(refused).rejects.toThrow(
      new MsoStatusError('untrustedSigner', 'no trusted root issued the signer certificate'),
    );
  });

  it('MSOs under both roots can be revoked, and any server publishes the lists of both', async () => {
    const revoked = [phones.old[0]!, phones.new[0]!];
    for (const { ids } of revoked) await world.admin('revokeCredential', { id: ids.credentialId });
    advance(HOUR);
    expect(await publish(other)).toBeGreaterThan(4);
    const roots = [oldRoot, operator.root()];
    for (const phone of revoked) expect(await standingsOf(phone, roots, other)).toEqual(new Set(['revoked']));
    for (const phone of [phones.old[1]!, phones.new[1]!])
      expect(await standingsOf(phone, roots, other)).toEqual(new Set(['valid']));
  });

  it('a server that starts meanwhile publishes both too', async () => {
    await other.close();
    other = await startWorld({ settings, startAt: world.now(), folder: world.folder });
    advance(HOUR);
    expect(await publish(other)).toBeGreaterThan(4);
    for (const phone of phones.old.slice(1))
      expect(await standingsOf(phone, [oldRoot], other)).toEqual(new Set(['valid']));
  });

  it('the lists of a root whose signer is missing do not stop those of another', async () => {
    const { keys, store } = world.server.context;
    const grace = (await keysOf(world, 'statusSigner')).find(({ stage }) => stage === 'grace')!;
    const stageOf = (from: 'grace' | 'retired', to: 'grace' | 'retired') =>
      keys.register.write((writer) =>
        writer.setStage({ keyId: grace.id, role: 'statusSigner', stage: from }, to, {
          event: 'retire',
          actor: { kind: 'deadline' },
          at: world.now(),
        }),
      );
    await stageOf('grace', 'retired');
    keys.keyring.forget();
    advance(HOUR);
    await expect(publish(world)).rejects.toThrow(`status lists of the root ${grace.rootId}`);
    const lists = await store.read((reader) => reader.publishedLists(world.now()));
    const late = lists.filter(({ issuedAt }) => issuedAt < world.now());
    expect(new Set(late.map(({ root }) => root))).toEqual(new Set([grace.rootId]));
    await stageOf('retired', 'grace');
    keys.keyring.forget();
    expect(await publish(world)).toBe(late.length);
  });

  it('the metric tells the age for each root', async () => {
    const response = await fetch(`${world.connection.url}/metrics`);
    const text = await response.text();
    for (const { rootId } of await keysOf(world, 'statusSigner'))
      expect(text).toContain(`diptych_status_list_age_seconds{root="${rootId}"} 0`);
  });

  it('the first status signer is retired when its last list is', async () => {
    const { store } = world.server.context;
    const roots = async () => {
      const lists = await store.read((reader) => reader.publishedLists(world.now()));
      return new Set(lists.map(({ root }) => root)).size;
    };
    advance(2 * MINUTE);
    // The first document signer.
    expect(await retireKeys(world)).toEqual({ retired: 0, destroyed: 1 });
    advance(30 * DAY);
    await activePhone(world);
    expect([await roots(), await retireKeys(world)]).toEqual([2, { retired: 0, destroyed: 0 }]);
    advance(9 * DAY);
    expect([await roots(), await retireKeys(world)]).toEqual([1, { retired: 1, destroyed: 0 }]);
    expect(await stagesOf(world, 'statusSigner')).toEqual(['active', 'retired']);
  });
});
