import { afterEach, describe, expect, it } from 'vitest';
import { proofedPhone } from '../../support/devices.ts';
import { confirm, cutOff } from '../../support/platform.ts';
import { hang, json, type Respond } from '../../support/record-system.ts';
import { startWorld } from '../../support/world.ts';
import { deliverIn, useToldWorld } from './support.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const { world, platform, deliver } = useToldWorld({ 'issuer.notifications.timeoutSeconds': 2 });

/** Queues one notification, and returns the id of its proofing. */
async function waiting(): Promise<string> {
  const { ids } = await proofedPhone(world());
  return ids.proofingId;
}

const open = async () => (await world().admin('listNotifications', {})).notifications;
const only = async () => {
  const [entry, ...others] = await open();
  expect(others).toEqual([]);
  return entry;
};

afterEach(async () => {
  platform().respond(confirm);
  world().advance(2 * HOUR);
  await deliver();
  expect(await open()).toEqual([]);
  platform().calls.length = 0;
});

const raw =
  (text: string, type = 'application/json'): Respond =>
  (response) => {
    response.writeHead(200, { 'content-type': type }).end(text);
  };

describe('A notification to the wallet platform', () => {
  it('a notification is a POST over mutual TLS that names the subject but not its status', async () => {
    const proofingId = await waiting();
    await deliver();
    const [call] = platform().calls;
    expect(call?.path).toBe('/be/mdl/canonical/Sandbox_US_MDL/v1/notifyProofingStatusUpdateAvailable');
    expect(call?.headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' });
    expect(call?.body).toEqual({
      requestMetadata: {
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        version: { major: 1, minor: 0 },
        issuerId: 'Sandbox_US_MDL',
      },
      deviceReferenceId: expect.any(String),
      proofingId,
    });
    const { proofings } = await world().admin('listProofings', {});
    expect(proofings.map(({ deviceReferenceId }) => deviceReferenceId)).toContain(
      call?.body.deviceReferenceId,
    );
  });

  it('a notification is done once the platform has confirmed it', async () => {
    await waiting();
    await deliver();
    await deliver();
    expect(platform().calls.length).toBe(1);
    expect(await open()).toEqual([]);
  });

  it.each<readonly [string, Respond, string]>([
    ['fails', json(500, {}), 'status'],
    ['redirects', json(302, {}, { location: 'https://elsewhere.example' }), 'status'],
    ['is busy', json(503, {}), 'busy'],
    ['does not know the issuer', json(403, {}), 'credentials'],
    ['hangs', hang, 'timeLimit'],
    ['cuts the connection', cutOff, 'connection'],
    ['answers a page', raw('<html>', 'text/html'), 'notJson'],
    ['answers rubbish', raw('{"responseMetadata"'), 'notJson'],
    ['answers another shape', json(200, { responseMetadata: 'yes' }), 'contract'],
    ['answers nothing', json(200, {}), 'contract'],
    ['answers far too much', raw(`"${'x'.repeat(2 * 1024 * 1024)}"`), 'tooLarge'],
    ['names another requestId', json(200, { responseMetadata: { requestId: 'another' } }), 'otherRequest'],
  ])('the delivery to a platform that %s is repeated, with another requestId', async (_, respond, fault) => {
    const proofingId = await waiting();
    platform().respondOnce(respond);
    await deliver();
    expect(await only()).toMatchObject({
      subject: 'proofing',
      subjectId: proofingId,
      state: 'waiting',
      attempts: 1,
      fault,
    });
    world().advance(5 * SECOND);
    await deliver();
    const ids = platform().calls.map(({ body }) => body.requestMetadata.requestId);
    expect(new Set(ids).size).toBe(2);
    expect(await open()).toEqual([]);
  });

  it('a notification waits while the platform cannot be reached', async () => {
    await waiting();
    await platform().pause();
    await deliver();
    expect(await only()).toMatchObject({ attempts: 1, fault: 'connection' });
    await platform().resume();
    world().advance(5 * SECOND);
    await deliver();
    expect(await open()).toEqual([]);
  });

  it('a delivery is logged with ids and fixed words, never with the content of the answer', async () => {
    const proofingId = await waiting();
    const page = 'A page about Erika Mustermann';
    platform().respondOnce(json(500, { page }));
    await deliver();
    const lines = world().log.filter((line) => line.includes('wallet platform not notified'));
    expect(lines.at(-1)).toContain(proofingId);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      subject: 'proofing',
      attempts: 1,
      fault: 'status',
    });
    expect(world().log.join('')).not.toContain('Erika Mustermann');
  });
});

describe('An issuer with a client certificate that the platform does not know', () => {
  it('notifications cannot be delivered with a client certificate that the platform does not know', async () => {
    const stranger = await startWorld({ settings: platform().stranger });
    const { ids } = await proofedPhone(stranger);
    await deliverIn(stranger);
    // In TLS 1.3 the client learns of the refusal after the handshake, sometimes only because the connection ends.
    expect((await stranger.admin('listNotifications', {})).notifications).toMatchObject([
      { subjectId: ids.proofingId, attempts: 1, fault: expect.stringMatching(/^(tls|connection)$/) },
    ]);
    expect(platform().calls).toEqual([]);
    await stranger.close();
  });
});

describe('Attempts to deliver a notification', () => {
  const nextIn = async () => Date.parse((await only())?.nextAttemptTime ?? '') - world().now();

  it('attempts are repeated at growing intervals, at most an hour', async () => {
    await waiting();
    platform().respond(json(500, {}));
    let [longest, count] = [0, 0];
    for (; count < 15; count += 1) {
      await deliver();
      const pause = await nextIn();
      expect(pause).toBeGreaterThanOrEqual(Math.min(HOUR, 2 * SECOND * 2 ** (count + 1)) / 2);
      expect(pause).toBeLessThanOrEqual(Math.min(HOUR, 2 * SECOND * 2 ** (count + 1)));
      longest = Math.max(longest, pause);
      world().advance(pause - 1);
      await deliver();
      expect(platform().calls.length).toBe(count + 1);
      world().advance(1);
    }
    expect(longest).toBeGreaterThan(HOUR / 2);
  });

  it('attempts stop after issuer.notifications.giveUpAfterHours; a replay or a new change starts them again', async () => {
    const proofingId = await waiting();
    platform().respond(json(500, {}));
    await deliver();
    world().advance(3 * DAY);
    await deliver();
    expect(await only()).toMatchObject({ state: 'failed', attempts: 2, fault: 'status' });
    expect(await only()).not.toHaveProperty('nextAttemptTime');
    world().advance(3 * DAY);
    await deliver();
    expect(platform().calls.length).toBe(2);

    const { events } = await world().admin('listEvents', { subjectId: proofingId });
    expect(events.at(-1)).toMatchObject({ event: 'stopNotifying', actor: 'deadline' });
    const metrics = await (await fetch(`${world().server.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/^diptych_issuer_notifications_given_up_total\{subject="proofing"\} 1$/m);
    expect(metrics).toMatch(/^diptych_issuer_notifications_open\{state="failed"\} 1$/m);
    expect(metrics).toMatch(/^diptych_issuer_notifications_open\{state="waiting"\} 0$/m);
    expect(world().log.join('')).toContain('notification given up');

    await world().admin('revokeProofing', { id: proofingId });
    expect(await only()).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  it('a running attempt does not mark a change that happened meanwhile as delivered', async () => {
    const proofingId = await waiting();
    const answers: (() => void)[] = [];
    const held: Respond = (response, call) => void answers.push(() => confirm(response, call));
    const arrived = platform().next(held);
    const delivering = deliver();
    await arrived;
    await world().admin('revokeProofing', { id: proofingId });
    for (const answer of answers) answer();
    await delivering;
    expect(platform().calls.length).toBe(2);
    expect(await open()).toEqual([]);
  });

  it('a notification that two rounds find due at once is delivered once', async () => {
    await waiting();
    await Promise.all([deliver(), deliver()]);
    expect(platform().calls.length).toBe(1);
  });

  it('the metrics count attempts by outcome', async () => {
    await waiting();
    await deliver();
    const metrics = await (await fetch(`${world().server.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(
      /^diptych_issuer_notification_seconds_count\{subject="proofing",outcome="delivered"\} \d+$/m,
    );
    expect(metrics).toMatch(
      /^diptych_issuer_notification_seconds_count\{subject="proofing",outcome="status"\} \d+$/m,
    );
  });
});
