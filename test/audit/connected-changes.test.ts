import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { AwaitsApproval } from '../../src/client/errors.ts';
import { authority } from '../keys/support/authority.ts';
import { registeredDevice } from '../support/devices.ts';
import { newUser, signInAs } from '../support/operator.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { found, type RecordSystem, recordOf, startRecordSystem } from '../support/record-system.ts';
import { sealLines } from '../support/seals.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { type CONNECTED, entriesOf } from './support.ts';

const DAY = 86_400_000;
const HOLDER = 'person-1';
const REQUESTER = 'requester@example.com';
const APPROVER = 'approver@example.com';

let world: World;
let platform: Platform;
let system: RecordSystem;
let certifier: ReturnType<typeof authority>;
let requester: Connection;
let approver: Connection;
let proofingId = '';

const entriesIn = (work: () => Promise<unknown>) => entriesOf(world, work);

async function connectionOf(email: string): Promise<Connection> {
  const { accessToken } = await signInAs(world, email);
  return { ...world.connection, token: accessToken };
}

/** The id of a rotation that waits for a second person. */
async function awaitedApproval(): Promise<{ readonly id: string }> {
  const answer = await callAdmin(requester, 'rotateKey', { role: 'encryption' }).catch(
    (error: unknown) => error,
  );
  if (answer instanceof AwaitsApproval) return { id: answer.approval.id };
  throw answer;
}

async function destroySealKey(): Promise<void> {
  const pin = readFileSync(join(world.folder, 'keys', 'seal.pin'), 'utf8');
  const { keys } = JSON.parse(pin) as { readonly keys: readonly { readonly keyId: string }[] };
  await world.server.context.keys.seals.destroy(keys.at(-1)?.keyId as string);
}

/** Prepares each method, calls it, and returns only the entries of the call. */
const CALLS: Readonly<Record<(typeof CONNECTED)[number], () => Promise<readonly string[]>>> = {
  async refreshHolder() {
    system.respond(found(recordOf(HOLDER, { family_name: 'Changed' })));
    return entriesIn(() => world.admin('refreshHolder', { id: HOLDER }));
  },
  replayNotifications: () =>
    entriesIn(() =>
      world.admin('replayNotifications', { notifications: [{ subject: 'proofing', subjectId: proofingId }] }),
    ),
  replayNotification: () =>
    entriesIn(() => world.admin('replayNotification', { subject: 'proofing', subjectId: proofingId })),
  async refuseApproval() {
    const approval = await awaitedApproval();
    return entriesIn(() => callAdmin(approver, 'refuseApproval', approval));
  },
  async approveApproval() {
    const approval = await awaitedApproval();
    return entriesIn(() => callAdmin(approver, 'approveApproval', approval));
  },
  async resetSeals() {
    await sealLines(world);
    await destroySealKey();
    return entriesIn(() => world.admin('resetSeals', { reason: 'keyLost' }));
  },
  async importKey() {
    // OpenSSL uses real time. Its certificates are valid a day later, when sign-ins have ended.
    world.advance(DAY);
    const { certificationRequest } = await world.admin('requestKey', {});
    const certificate = certifier.certify(certificationRequest);
    return entriesIn(() => world.admin('importKey', { certificate, issuer: certifier.root() }));
  },
};

const ENTRIES: Readonly<Record<keyof typeof CALLS, readonly string[]>> = {
  refreshHolder: ['holder update', 'credential supersede'],
  replayNotifications: ['proofing notifyAgain'],
  replayNotification: ['proofing notifyAgain'],
  refuseApproval: ['approval refuse'],
  // Two keys change: the new one and the previous one.
  approveApproval: ['approval approve', 'key startRotation', 'key startRotation', 'approval succeed'],
  resetSeals: ['key resetSeals'],
  // The imported key, the root that certified it, and the previous root.
  importKey: ['key import', 'key import', 'key import'],
};

beforeAll(async () => {
  platform = await startPlatform();
  system = await startRecordSystem();
  certifier = authority();
  const records = { 'issuer.records.source': 'http', 'issuer.records.url': system.url };
  const settings = { ...platform.settings, ...records };
  const place = { folder: temporaryFolder('connected-changes'), startAt: Date.now() };
  world = await startWorld({ ...place, settings });
  for (const email of [REQUESTER, APPROVER]) await newUser(world, email, 'administrator');
  await world.close();
  world = await startWorld({ ...place, settings: { ...settings, 'admin.secondPerson': ['rotateKey'] } });
  requester = await connectionOf(REQUESTER);
  approver = await connectionOf(APPROVER);
  system.respond(found(recordOf(HOLDER)));
  const device = await registeredDevice(world);
  proofingId = await device.proof('code-1');
  await device.provision();
  await device.provisionMsos(1);
}, HOOK_TIMEOUT);
afterAll(async () => {
  await world?.close();
  await platform?.close();
  await system?.close();
  certifier?.remove();
});

describe('The audit log of methods that need another system or person', () => {
  it.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
    '%s writes one entry for each change',
    async (name) => {
      expect(await CALLS[name]()).toEqual(ENTRIES[name]);
    },
  );
});
