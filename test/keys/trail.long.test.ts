import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../support/database.ts';
import { activePhone } from '../support/devices.ts';
import { adminRefusal } from '../support/refusal.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { authority } from './support/authority.ts';
import { activeKey, keysOf, retireKeys, stagesOf } from './support/keys.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

let elsewhere: ReturnType<typeof authority>;
let world: World;
beforeAll(() => {
  elsewhere = authority();
});
afterAll(() => elsewhere.remove());
beforeEach(async () => {
  // OpenSSL makes certificates in real time, and a key signs only from the second day of its certificate.
  world = await startWorld({ startAt: Date.now() + DAY });
}, HOOK_TIMEOUT);
afterEach(() => world.close());

type Role = Parameters<typeof keysOf>[1];

const request = () => world.admin('requestKey', {});
const discard = (id: string) => world.admin('discardKey', { id });
const rotate = (role: Exclude<Role, 'iaca'>, finish = false) => world.admin('rotateKey', { role, finish });
const waiting = async () => (await world.admin('listKeys', {})).certificationRequests;
const keyFiles = () => readdirSync(join(world.folder, 'keys')).filter((name) => name.endsWith('.pem'));

/** The entries about keys in the audit log: who did what, and the stages before and after. */
async function trail(subjectId?: string) {
  const filter = {
    subject: 'key',
    pageSize: 1000,
    ...(subjectId === undefined ? {} : { subjectId }),
  } as const;
  const { events } = await world.admin('listEvents', filter);
  return events.map(({ event, from, to, actor, operatorId }) =>
    [operatorId ?? actor, event, from, to].filter((part) => part !== undefined).join(' '),
  );
}

describe('The audit log records who changed which key (U3, 7.4)', () => {
  it('the audit log records the keys of the first start', async () => {
    const { events } = await world.admin('listEvents', { subject: 'key' });
    const { keys } = await world.admin('listKeys', {});
    expect(events.map(({ subjectId }) => subjectId).toSorted()).toEqual(keys.map(({ id }) => id).toSorted());
    expect(await trail()).toEqual(Array(4).fill('start create active'));
  });

  it('the audit log records a rotation, its end, and that the private key was destroyed', async () => {
    const { id: before } = await activeKey(world, 'identity');
    await rotate('identity');
    const next = (await keysOf(world, 'identity')).find(({ stage }) => stage === 'next')?.id;
    await rotate('identity', true);
    world.advance(MINUTE);
    await retireKeys(world);
    expect(await trail(next)).toEqual(['operator startRotation next', 'operator finishRotation next active']);
    expect(await trail(before)).toEqual([
      'start create active',
      'operator finishRotation active retired',
      'deadline destroy retired destroyed',
    ]);
  });

  it('the audit log records that the grace time of an encryption key ended', async () => {
    const { id } = await activeKey(world, 'encryption');
    await rotate('encryption');
    world.advance(30 * DAY);
    await retireKeys(world);
    world.advance(MINUTE);
    await retireKeys(world);
    expect(await trail(id)).toEqual([
      'start create active',
      'operator startRotation active grace',
      'deadline retire grace retired',
      'deadline destroy retired destroyed',
    ]);
  });

  it('the audit log records a certificate request and the import, with the changes of the roots', async () => {
    const { id: root } = await activeKey(world, 'iaca');
    const { id, certificationRequest } = await request();
    const certificate = elsewhere.certify(certificationRequest);
    await world.admin('importKey', { certificate, issuer: elsewhere.root() });
    expect(await trail(id)).toEqual(['operator request requested', 'operator import requested next']);
    expect(await trail(root)).toEqual(['start create active', 'operator import active grace']);
    const { id: ownRoot } = await activeKey(world, 'iaca');
    expect(await trail(ownRoot)).toEqual(['operator import active']);
    expect(await waiting()).toEqual([]);
  });

  it('the audit log contains no refused changes, and no secrets', async () => {
    const before = await trail();
    await expectNothingWritten(world, () => adminRefusal(rotate('identity', true), 'FAILED_PRECONDITION'));
    const { certificate, privateKey } = elsewhere.signer();
    await adminRefusal(world.admin('importKey', { certificate, privateKey }), 'INVALID_ARGUMENT');
    expect(await trail()).toEqual(before);
    await world.admin('importKey', { certificate, privateKey, issuer: elsewhere.root() });
    const { events } = await world.admin('listEvents', { subject: 'key', pageSize: 1000 });
    expect(JSON.stringify(events)).not.toContain('PRIVATE');
    const [body = ''] = privateKey.split('\n').slice(1);
    expect(JSON.stringify(events)).not.toContain(body.slice(0, 40));
  });
});

describe('A key whose certificate never comes', () => {
  it('a key without a certificate is listed with its request until it is discarded; then its private key is destroyed', async () => {
    const { id, certificationRequest } = await request();
    const createTime = new Date(world.now()).toISOString();
    expect(await waiting()).toEqual([
      { id, createTime, custody: 'files', role: 'documentSigner', certificationRequest },
    ]);
    await discard(id);
    expect(await waiting()).toEqual([]);
    expect(await retireKeys(world)).toEqual({ retired: 0, destroyed: 0 });
    expect(keyFiles()).toContain(`${id}.pem`);
    world.advance(MINUTE);
    expect(await retireKeys(world)).toEqual({ retired: 0, destroyed: 1 });
    expect(keyFiles()).not.toContain(`${id}.pem`);
    expect(await retireKeys(world)).toEqual({ retired: 0, destroyed: 0 });
    expect(await trail(id)).toEqual([
      'operator request requested',
      'operator discard requested retired',
      'deadline destroy retired destroyed',
    ]);
  });

  it('a certificate for a discarded key is refused', async () => {
    const { id, certificationRequest } = await request();
    const certificate = elsewhere.certify(certificationRequest);
    await discard(id);
    await expectNothingWritten(world, () =>
      adminRefusal(
        world.admin('importKey', { certificate, issuer: elsewhere.root() }),
        'FAILED_PRECONDITION',
        'KEY_DISCARDED',
      ),
    );
    await adminRefusal(discard(id), 'NOT_FOUND', 'KEY_NOT_FOUND');
  });

  it('every process knows the pending certificate request', async () => {
    const { id } = await request();
    const other = await startWorld({ folder: world.folder, startAt: world.now() });
    expect((await other.admin('listKeys', {})).certificationRequests).toMatchObject([{ id }]);
    await other.admin('discardKey', { id });
    await other.close();
    expect(await waiting()).toEqual([]);
  });
});

describe('The next key of a rotation', () => {
  it.each(['identity', 'documentSigner'] as const)(
    'the next key of a rotation can be discarded before it signs: %s',
    async (role) => {
      await rotate(role);
      const next = (await keysOf(world, role)).find(({ stage }) => stage === 'next')?.id ?? '';
      await discard(next);
      expect(await stagesOf(world, role)).toEqual(['active', 'retired']);
      await adminRefusal(rotate(role, true), 'FAILED_PRECONDITION', 'ROTATION_STATE');
      await rotate(role);
      await rotate(role, true);
      await activePhone(world);
    },
  );

  it('the next key can be discarded with its imported root, and the previous root becomes active again', async () => {
    const { id: root } = await activeKey(world, 'iaca');
    const { id, certificationRequest } = await request();
    const certificate = elsewhere.certify(certificationRequest);
    await world.admin('importKey', { certificate, issuer: elsewhere.root() });
    await discard(id);
    expect((await activeKey(world, 'iaca')).id).toBe(root);
    expect(await stagesOf(world, 'iaca')).toEqual(['active', 'retired']);
    await rotate('documentSigner');
    await rotate('documentSigner', true);
    const again = elsewhere.certify((await request()).certificationRequest);
    await adminRefusal(
      world.admin('importKey', { certificate: again }),
      'INVALID_ARGUMENT',
      'CERTIFICATE_INVALID',
    );
    await world.admin('importKey', { certificate: again, issuer: elsewhere.root() });
    await rotate('documentSigner', true);
    await activePhone(world);
  });

  it.each(['iaca', 'documentSigner', 'identity', 'encryption'] as const)(
    'the next key can be discarded, the active key cannot: %s',
    async (role) => {
      const { id } = await activeKey(world, role);
      await expectNothingWritten(world, () =>
        adminRefusal(discard(id), 'FAILED_PRECONDITION', 'KEY_WAS_USED'),
      );
    },
  );
});
