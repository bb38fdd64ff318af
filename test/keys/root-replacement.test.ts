import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyStatusListToken } from '../../src/formats/status/index.ts';
import { newRoot } from '../issuer/status/support/new-root.ts';
import { listAddress, type Place, placesOf, STATUS_URI } from '../issuer/status/support/status.ts';
import { activePhone } from '../support/devices.ts';
import { adminRefusal } from '../support/refusal.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { authority } from './support/authority.ts';
import { activeKey, derOf, keysOf, retireKeys, stagesOf } from './support/keys.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const settings = { 'issuer.status.uri': STATUS_URI };

describe('The replacement of the root', () => {
  let world: World;
  let elsewhere: ReturnType<typeof authority>;
  let operator: ReturnType<typeof newRoot>;
  let ownRoot: string;
  beforeAll(async () => {
    elsewhere = authority(undefined, 300);
    world = await startWorld({ settings, startAt: Date.now() + HOUR });
    operator = newRoot(world, elsewhere);
    ownRoot = (await activeKey(world, 'iaca')).id;
    await activePhone(world);
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    elsewhere.remove();
    await world.close();
  });

  /** The stages of the status signers that are in use or will be, by whether their root is the first one. */
  async function signers() {
    const live = (await keysOf(world, 'statusSigner')).filter(
      ({ stage }) => stage !== 'retired' && stage !== 'destroyed',
    );
    const isOwn = ({ rootId }: (typeof live)[number]) => rootId === ownRoot;
    return {
      own: live.filter(isOwn).map(({ stage }) => stage),
      next: live.filter((one) => !isOwn(one)).map(({ stage }) => stage),
    };
  }
  const keyIn = async (role: 'documentSigner' | 'statusSigner', stage: string) =>
    (await keysOf(world, role)).find((key) => key.stage === stage)!;
  const compromise = (id: string) =>
    world.admin('compromiseKey', { id, sinceTime: new Date(world.now()).toISOString() });

  it('the next status signer signs on the first day of its certificate, because the times of lists are not whole days', async () => {
    await operator.importDocumentSigner();
    await operator.importStatusSigner();
    await operator.finish('statusSigner');
    expect(await signers()).toEqual({ own: ['active'], next: ['active'] });
  });

  it('if the next document signer is discarded, its status signer is retired', async () => {
    await world.admin('discardKey', { id: (await keyIn('documentSigner', 'next')).id });
    expect(await signers()).toEqual({ own: ['active'], next: ['grace'] });
    // Other processes may still know the document signer.
    expect(await retireKeys(world)).toMatchObject({ retired: 0 });
    world.advance(2 * MINUTE);
    await retireKeys(world);
    await retireKeys(world);
    expect(await signers()).toEqual({ own: ['active'], next: [] });
  });

  it('a compromised document signer is not replaced by one whose root has no status signer', async () => {
    world.advance(DAY);
    operator.renewRoot();
    await operator.importDocumentSigner();
    const { id } = await activeKey(world, 'documentSigner');
    await adminRefusal(compromise(id), 'FAILED_PRECONDITION', 'ROTATION_STATE');
    await operator.importStatusSigner();
    await operator.finish('statusSigner');
    await compromise(id);
    expect(await signers()).toEqual({ own: ['grace'], next: ['active'] });
  });

  it('lists under a root that was renewed have the same root, and readers may trust both of its certificates', async () => {
    const { device } = await activePhone(world);
    const [{ uri }] = placesOf(device) as [Place];
    const { statusLists } = await world.admin('listStatusLists', {});
    expect(new Set(statusLists.map(({ rootId }) => rootId)).size).toBe(2);
    const response = await fetch(listAddress(uri, world));
    const token = new Uint8Array(await response.arrayBuffer());
    const roots = await keysOf(world, 'iaca');
    const trustedRoots = roots.map(({ certificate }) => derOf(certificate));
    expect(trustedRoots).toHaveLength(3);
    const verified = verifyStatusListToken(token, { uri, now: world.now(), trustedRoots });
    expect(verified.issuedAt).toBeLessThanOrEqual(world.now());
  });

  it('the successor of a compromised status signer in grace signs the lists of the same root', async () => {
    const { id, rootId } = await keyIn('statusSigner', 'grace');
    world.advance(HOUR);
    const { successor } = await compromise(id);
    expect(successor).toMatchObject({ rootId, stage: 'grace' });
    expect(await signers()).toEqual({ own: ['grace'], next: ['active'] });
    const { statusLists } = await world.admin('listStatusLists', {});
    const now = new Date(world.now()).toISOString();
    expect(statusLists.map((list) => [list.rootId, list.publishTime])).toContainEqual([ownRoot, now]);
  });

  it('a compromised root needs no new status signer', async () => {
    await compromise(ownRoot);
    await compromise((await keyIn('statusSigner', 'grace')).id);
    expect(await signers()).toEqual({ own: [], next: ['active'] });
  });
});

describe('A compromised root', () => {
  const world = useWorld({ settings, startAt: Date.now() + HOUR });
  const elsewhere = authority(undefined, 300);
  afterAll(() => elsewhere.remove());
  const compromise = (id: string) =>
    world().admin('compromiseKey', { id, sinceTime: new Date(world().now()).toISOString() });

  it('certifies no status signer, so that the only one stays until there is a new root', async () => {
    await compromise((await activeKey(world(), 'iaca')).id);
    const { id } = await activeKey(world(), 'statusSigner');
    const refusal = await adminRefusal(compromise(id), 'FAILED_PRECONDITION', 'ROTATION_STATE');
    expect(refusal.message).toMatch(/the root of this status signer is compromised/);
    expect(await stagesOf(world(), 'statusSigner')).toEqual(['active']);
  });

  it('does not become active again when the document signer of its successor is discarded', async () => {
    await newRoot(world(), elsewhere).importDocumentSigner();
    expect(await stagesOf(world(), 'iaca')).toEqual(['active', 'grace']);
    const waiting = (await keysOf(world(), 'documentSigner')).find(({ stage }) => stage === 'next');
    await world().admin('discardKey', { id: waiting?.id ?? '' });
    expect(await stagesOf(world(), 'iaca')).toEqual(['grace', 'retired']);
  });

  it('is not trusted with a renewed certificate of the same key', async () => {
    const operator = newRoot(world(), elsewhere);
    await operator.importDocumentSigner();
    await compromise((await activeKey(world(), 'iaca')).id);
    const [waiting] = (await keysOf(world(), 'documentSigner')).filter(({ stage }) => stage === 'next');
    await world().admin('discardKey', { id: waiting?.id ?? '' });
    operator.renewRoot();
    await adminRefusal(operator.importDocumentSigner(), 'INVALID_ARGUMENT', 'CERTIFICATE_INVALID');
  });
});
