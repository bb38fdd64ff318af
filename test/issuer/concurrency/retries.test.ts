import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationName } from '../../../src/issuer/contract/index.ts';
import type { Transport, TransportAnswer } from '../../../src/wallet/index.ts';
import { rows } from '../../support/database.ts';
import { type Body, bodyOf, newDevice, proofedPhone, registeredDevice, send } from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { type Answer, startWorld, type World } from '../../support/world.ts';

const TIMES = 20;
const MSOS = 'provisionMobileSecurityObjects';

/** Three servers on one database; each receives retries. */
let worlds: readonly [World, World, World];
beforeAll(async () => {
  const settings = { 'issuer.decisions': 'manual' };
  const first = await startWorld({ settings });
  const another = () => startWorld({ settings, folder: first.folder });
  worlds = [first, await another(), await another()];
}, HOOK_TIMEOUT);
afterAll(async () => {
  for (const world of worlds.toReversed()) await world.close();
});

const world = () => worlds[0];

/** Sends the same request many times at once; only the requestIds differ. */
async function retried(operation: OperationName, body: Body): Promise<readonly Answer[]> {
  const copies = Array.from({ length: TIMES }, (_, index) => {
    const requestMetadata = { ...body.requestMetadata, requestId: `retry-${index}` };
    return send(worlds[index % worlds.length] as World, operation, { ...body, requestMetadata });
  });
  return Promise.all(copies);
}

function expectSuccess(answers: readonly Answer[]): void {
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body);
  expect(refused).toEqual([]);
}

/** Answers without the parts that always differ. */
function content({ body: { responseMetadata: _, ...content } }: Answer): object {
  return content;
}

function changes(subjectId: string, event: string): number {
  const sql = 'select count(*) as n from state_change where subject_id = ? and event = ?';
  return Number(rows(world(), sql, subjectId, event)[0]?.n);
}

const metadata = () => ({
  requestMetadata: { requestId: 'r', version: { major: 1 }, issuerId: 'Sandbox_US_MDL' },
});

async function acceptedPhone() {
  const phone = await proofedPhone(world(), { encrypt: false });
  await world().admin('acceptProofing', { id: phone.ids.proofingId });
  return phone;
}

async function provisioned() {
  const phone = await acceptedPhone();
  await phone.device.provision();
  return phone;
}

async function active() {
  const phone = await provisioned();
  await phone.device.provisionMsos(1);
  return phone;
}

describe(`${TIMES} concurrent identical retries have one effect and get equal answers`, () => {
  it('concurrent getDeviceRegistrationNonce: each request gets a nonce, of which one is open', async () => {
    const device = newDevice(world());
    const { deviceReferenceId } = device.state;
    const answers = await retried('getDeviceRegistrationNonce', { ...metadata(), deviceReferenceId });
    expectSuccess(answers);
    const nonces = answers.map(({ body }) => body.nonce as string);
    expect(new Set(nonces).size).toBe(TIMES);
    const [row] = rows(
      world(),
      'select nonce, revision from device where device_reference_id = ?',
      deviceReferenceId,
    );
    expect(row?.revision).toBe(TIMES);
    expect(nonces).toContain(row?.nonce);
    await device.hostile({ nonce: () => String(row?.nonce) }).register();
  });

  it('concurrent registerDevice registers the device once', async () => {
    const device = newDevice(world());
    const body = await bodyOf(device, 'registerDevice', (copy) => copy.register());
    expectSuccess(await retried('registerDevice', body));
    expect(changes(device.state.deviceReferenceId, 'register')).toBe(1);
  });

  it('concurrent proofUser creates one proofing and uses the code once', async () => {
    const device = await registeredDevice(world());
    const code = await codeFor(world(), await newHolder(world()));
    const body = await bodyOf(device, 'proofUser', (copy) => copy.proof(code));
    const answers = await retried('proofUser', body);
    expectSuccess(answers);
    expect(new Set(answers.map(({ body: { proofingId } }) => proofingId))).toEqual(
      new Set([body.proofingId]),
    );
    expect(changes(body.proofingId, 'create')).toBe(1);
    const used = rows(
      world(),
      'select used_by from pre_authorization_code where used_by = ?',
      body.proofingId,
    );
    expect(used).toHaveLength(1);
    const { state } = await world().admin('getProofing', { id: body.proofingId });
    expect(state).toBe('pending');
  });

  it('concurrent cancelProofing cancels the proofing once', async () => {
    const { ids } = await proofedPhone(world());
    expectSuccess(await retried('cancelProofing', { ...metadata(), ...ids }));
    expect(changes(ids.proofingId, 'cancel')).toBe(1);
  });

  it('concurrent provisionCredential creates one credential', async () => {
    const { device } = await acceptedPhone();
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    const answers = await retried('provisionCredential', body);
    expectSuccess(answers);
    for (const answer of answers) expect(content(answer)).toEqual(content(answers[0] as Answer));
    expect(changes(body.credentialId, 'create')).toBe(1);
  });

  it('concurrent provisionMobileSecurityObjects with the proof returns the same MSOs and certifies each key once', async () => {
    const { device } = await provisioned();
    const body = await bodyOf(device, MSOS, (copy) => copy.provisionMsos(3));
    const answers = await retried(MSOS, body);
    expectSuccess(answers);
    for (const answer of answers) expect(content(answer)).toEqual(content(answers[0] as Answer));
    expect(changes(body.credentialId, 'prove')).toBe(1);
    const sql =
      'select count(*) as n, count(distinct batch_id) as batches from issued_mso where credential_id = ?';
    expect(rows(world(), sql, body.credentialId)).toEqual([{ n: 3, batches: 1 }]);
  });

  it('concurrent refreshes with provisionMobileSecurityObjects return the same MSOs, whatever the order of the keys', async () => {
    const { device } = await active();
    const body = await bodyOf(device, MSOS, (copy) => copy.refresh(4));
    const orders = Array.from({ length: TIMES }, (_, index) => {
      const turned = [...body.authKeys.slice(index % 4), ...body.authKeys.slice(0, index % 4)];
      return index % 3 === 0 ? turned.toReversed() : turned;
    });
    const answers = await Promise.all(
      orders.map((authKeys, index) => send(worlds[index % 2] as World, MSOS, { ...body, authKeys })),
    );
    expectSuccess(answers);
    const byKey = new Map<string, Set<string>>();
    for (const [index, { body: answer }] of answers.entries()) {
      for (const [place, { unencryptedValue }] of answer.mobileSecurityObjects.entries()) {
        const key = (orders[index] as Body)[place].unencryptedValue;
        byKey.set(key, (byKey.get(key) ?? new Set()).add(unencryptedValue));
      }
    }
    expect([...byKey.values()].map((msos) => msos.size)).toEqual([1, 1, 1, 1]);
    expect(changes(body.credentialId, 'refresh')).toBe(1);
  });

  it('concurrent notifyCredentialDeleted deletes the credential once', async () => {
    const { ids } = await active();
    expectSuccess(await retried('notifyCredentialDeleted', { ...metadata(), ...ids }));
    expect(changes(ids.credentialId, 'delete')).toBe(1);
  });

  it('concurrent notifyCredentialDeleted of a revoked credential leaves it revoked', async () => {
    const { ids } = await active();
    await world().admin('revokeCredential', { id: ids.credentialId });
    expectSuccess(await retried('notifyCredentialDeleted', { ...metadata(), ...ids }));
    expect(changes(ids.credentialId, 'delete')).toBe(1);
  });

  it.each(['getProofingStatus', 'getCredentialStatus'] as const)(
    'concurrent retries of %s get equal answers',
    async (operation) => {
      const { ids } = await active();
      const answers = await retried(operation, { ...metadata(), ...ids });
      expectSuccess(answers);
      expect(new Set(answers.map((answer) => JSON.stringify(content(answer)))).size).toBe(1);
    },
  );
});

/** The answer with the nonce that is still open; the first answer if none has a nonce. */
function chosen(target: World, answers: readonly TransportAnswer[]): TransportAnswer {
  const open = rows(target, 'select nonce from device where nonce is not null').map(({ nonce }) => nonce);
  const answer = answers.find(({ text }) =>
    open.includes((JSON.parse(text) as { nonce?: string }).nonce ?? null),
  );
  return answer ?? (answers[0] as TransportAnswer);
}

/** Sends every body several times at once. */
function repeatedTransport(target: World, times: number): Transport {
  return async (url, body) => {
    const answers = await Promise.all(Array.from({ length: times }, () => target.transport(url, body)));
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
    return chosen(target, answers);
  };
}

describe('Concurrent retries of encrypted requests', () => {
  it('a device that sends each encrypted request five times completes its whole life cycle', async () => {
    const automatic = await startWorld();
    const repeated = newDevice(automatic, { transport: repeatedTransport(automatic, 5) });
    await repeated.register();
    await repeated.proof(await codeFor(automatic, await newHolder(automatic)));
    await repeated.provision();
    expect(await repeated.provisionMsos(3)).toBe(3);
    expect(await repeated.refresh(2)).toBe(2);
    await repeated.notifyDeleted();
    const events = rows(
      automatic,
      `select event, count(*) as n from state_change where subject not in ('key', 'catalogue') and event <> ? group by event order by event`,
      'replaceNonce',
    );
    expect(Object.fromEntries(events.map(({ event, n }) => [event, n]))).toEqual({
      // The holder, the code, the proofing and the credential.
      create: 4,
      delete: 1,
      prove: 1,
      refresh: 1,
      register: 1,
    });
    await automatic.close();
  });
});
