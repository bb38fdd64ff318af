import { describe, expect, it } from 'vitest';
import { diptych, to } from '../../support/cli.ts';
import { proofedPhone } from '../../support/devices.ts';
import { confirm } from '../../support/platform.ts';
import { json } from '../../support/record-system.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';
import { useToldWorld } from './support.ts';

const DAY = 86_400_000;

const { world, platform, deliver, told } = useToldWorld();
const run = (...args: readonly string[]) => diptych('notifications', ...args, ...to(world()));

/** Makes a notification whose delivery failed until the server gave up. */
async function failed(): Promise<string> {
  platform().respond(json(500, {}));
  const { ids } = await proofedPhone(world());
  await deliver();
  world().advance(3 * DAY);
  await deliver();
  platform().respond(confirm);
  told();
  return ids.proofingId;
}

describe('diptych notifications', () => {
  it('notifications list shows notifications that were not delivered, and why', async () => {
    const proofingId = await failed();
    const { out } = await run('list', '--state', 'failed', '--wide');
    expect(out).toMatch(/^HOLDER +SUBJECT +ID +STATE +SINCE +ATTEMPTS +FAULT +NEXT ATTEMPT\n/);
    expect(out).toMatch(new RegExp(`^\\S+ +proofing +${proofingId} +failed +\\S+ +2 +status +-$`, 'm'));
    const { notifications } = JSON.parse((await run('list', '--subject-id', proofingId, '--json')).out);
    expect(notifications).toMatchObject([{ subject: 'proofing', subjectId: proofingId, attempts: 2 }]);
    expect(JSON.parse((await run('list', '--state', 'waiting', '--json')).out)).toEqual({
      notifications: [],
    });
    expect(JSON.parse((await run('list', '--subject', 'credential', '--json')).out)).toEqual({
      notifications: [],
    });
  });

  it('notifications replay --failed sends all abandoned notifications again', async () => {
    const proofingId = await failed();
    const { out } = await run('replay', '--failed', '--json');
    expect(JSON.parse(out).notifications).toContainEqual(
      expect.objectContaining({ subjectId: proofingId, state: 'waiting', attempts: 0 }),
    );
    await deliver();
    expect(told()).toContain(`notifyProofingStatusUpdateAvailable ${proofingId}`);
    expect(JSON.parse((await run('list', '--json')).out)).toEqual({ notifications: [] });
    const { events } = await world().admin('listEvents', { subjectId: proofingId });
    expect(events.slice(-2)).toMatchObject([
      { event: 'stopNotifying', actor: 'deadline' },
      { event: 'notifyAgain', actor: 'operator', operatorId: 'operator' },
    ]);
  });

  it('notifications replay sends a delivered notification again', async () => {
    const { ids } = await proofedPhone(world());
    await deliver();
    told();
    expect((await run('replay', 'proofing', ids.proofingId)).out).toBe('1 to be sent again now\n');
    await deliver();
    expect(told()).toEqual([`notifyProofingStatusUpdateAvailable ${ids.proofingId}`]);
  });

  it.each([[['proofing']], [['holder', 'h-1']], [[]], [['--failed', 'proofing', 'p-1']]])(
    'notifications replay %j is wrong usage',
    async (args) => {
      expect(await run('replay', ...args)).toMatchObject({ exit: 2, out: '' });
    },
  );

  it('notifications replay refuses an unknown id', async () => {
    const replay = world().admin('replayNotification', { subject: 'credential', subjectId: 'none' });
    await adminRefusal(replay, 'NOT_FOUND', 'CREDENTIAL_NOT_FOUND');
  });

  it('notifications list can be read page by page', async () => {
    platform().respond(json(500, {}));
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await proofedPhone(world())).ids.proofingId);
    const first = await world().admin('listNotifications', { pageSize: 2 });
    const pageToken = first.nextPageToken ?? '';
    const second = await world().admin('listNotifications', { pageSize: 2, pageToken });
    const listed = [...first.notifications, ...second.notifications].map(({ subjectId }) => subjectId);
    expect(listed).toEqual(ids);
    expect(second.nextPageToken).toBeUndefined();
    platform().respond(confirm);
    await deliver();
  });
});

describe('Notifications without a configured platform', () => {
  const silent = useWorld();

  it('notifications replay is refused without a platform, and the error names the missing setting', async () => {
    const { ids } = await proofedPhone(silent());
    const replay = silent().admin('replayNotification', { subject: 'proofing', subjectId: ids.proofingId });
    await adminRefusal(replay, 'FAILED_PRECONDITION', 'NOTIFICATIONS_OFF');
  });
});
