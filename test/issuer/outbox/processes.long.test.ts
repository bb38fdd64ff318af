import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { SETTINGS } from '../../../src/server/config/settings.ts';
import { dropDatabaseOf } from '../../support/database-of.ts';
import { proofedPhone } from '../../support/devices.ts';
import { confirm, type Platform, startPlatform } from '../../support/platform.ts';
import { hang, type Respond } from '../../support/record-system.ts';
import { type ServerProcess, startProcess } from '../../support/server-process.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';
import { deliverIn } from './support.ts';

/** Milliseconds after which another process may take over a notification. */
const LEASE = 60_000;

let folder: string;
let platform: Platform;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-outbox-'));
  platform = await startPlatform();
}, HOOK_TIMEOUT);
afterEach(async () => {
  await platform.close();
  await dropDatabaseOf(folder);
  rmSync(folder, { recursive: true, force: true });
}, HOOK_TIMEOUT);

const world = (startAt?: number): Promise<World> =>
  startWorld({ settings: platform.settings, folder, ...(startAt !== undefined && { startAt }) });

/** The settings as environment variables of a process. */
function variables(): Readonly<Record<string, string>> {
  const given = Object.entries(platform.settings);
  const variableOf = (name: string) => SETTINGS.find((setting) => setting.name === name)?.variable ?? name;
  return Object.fromEntries(given.map(([name, value]) => [variableOf(name), String(value)]));
}

const open = async (one: World) => (await one.admin('listNotifications', {})).notifications;
const requestIds = () => platform.calls.map(({ body }) => body.requestMetadata.requestId as string);

/** Starts a process, and resolves when its notification about a proofing has arrived at the platform. */
async function tellingProcess(respond: Respond): Promise<{ server: ServerProcess; proofingId: string }> {
  const before = await world(Date.now());
  const { ids } = await proofedPhone(before);
  await deliverIn(before);
  await before.close();
  platform.calls.length = 0;
  const arrived = platform.next(respond);
  const server = await startProcess(folder, variables());
  const { proofingId } = ids;
  await callAdmin(server.connection, 'replayNotification', { subject: 'proofing', subjectId: proofingId });
  await arrived;
  return { server, proofingId };
}

/** Resolves when the process accepts no more connections. */
async function refusing({ url }: ServerProcess): Promise<void> {
  while (
    await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
  );
}

describe('The queue of notifications with several processes', () => {
  it(
    'several processes deliver each notification once if nothing fails',
    async () => {
      const worlds = [await world(), await world(), await world()] as const;
      const phones = await Promise.all(Array.from({ length: 12 }, () => proofedPhone(worlds[0])));
      await Promise.all([...worlds, ...worlds].map(deliverIn));
      const told = platform.calls.map(({ body }) => body.proofingId);
      expect(told.toSorted()).toEqual(phones.map(({ ids }) => ids.proofingId).toSorted());
      expect(await open(worlds[0])).toEqual([]);
      for (const one of worlds) await one.close();
    },
    2 * HOOK_TIMEOUT,
  );

  it(
    'a notification is delivered again, with another requestId, if a process is killed during delivery',
    async () => {
      const { server, proofingId } = await tellingProcess(hang);
      await server.kill();
      const after = await world(Date.now());
      await deliverIn(after);
      expect(platform.calls.length).toBe(1);
      after.advance(LEASE);
      await deliverIn(after);
      expect(platform.calls.map(({ body }) => body.proofingId)).toEqual([proofingId, proofingId]);
      expect(new Set(requestIds()).size).toBe(2);
      expect(await open(after)).toEqual([]);
      await after.close();
    },
    3 * HOOK_TIMEOUT,
  );

  it(
    'a process that stops completes its running deliveries before it exits',
    async () => {
      const answers: (() => void)[] = [];
      const { server } = await tellingProcess(
        (response, call) => void answers.push(() => confirm(response, call)),
      );
      const ended = server.stop();
      await refusing(server);
      for (const answer of answers) answer();
      expect(await ended).toBe(0);
      const after = await world(Date.now());
      expect(await open(after)).toEqual([]);
      expect(platform.calls.length).toBe(1);
      await after.close();
    },
    3 * HOOK_TIMEOUT,
  );

  it(
    'queued notifications are kept when all processes stop',
    async () => {
      const before = await world();
      const { ids } = await proofedPhone(before);
      await before.close();
      const after = await world();
      expect(await open(after)).toMatchObject([{ subjectId: ids.proofingId, state: 'waiting' }]);
      await after.close();
    },
    HOOK_TIMEOUT,
  );
});
