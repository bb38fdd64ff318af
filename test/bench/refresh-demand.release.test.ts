import { randomFillSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { Phone, type PhoneRules } from '../../bench/capacity/phone.ts';
import { type Demand, simulate } from '../../bench/capacity/simulate.ts';
import { DAY, HOUR } from '../../src/conventions/time.ts';
import { decodeStaticAuthData } from '../../src/formats/mdoc/index.ts';
import { type Device, ExchangeError, simulatedDevice } from '../../src/wallet/index.ts';
import { codeFor, newHolder } from '../support/records.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';

/** One phone of the real run stands for a thousand of the simulation. */
const SCALE = 1000;
const PHONES = 30;
const DAYS = 45;
const START = Date.UTC(2026, 10, 20);

const rules: PhoneRules = {
  msoValidityDays: 30,
  msoRefreshDays: 20,
  msoRefreshSpreadDays: 6,
  spread: 24 * HOUR,
  compromise: { at: 25 * DAY, within: 24 * HOUR },
};
const outage = { from: 10 * DAY, to: 13 * DAY };
const seed = 7;
const simulation = { seed, days: DAYS, rules, outage };

/** What the server draws for the next batch: a phone of the simulator draws the same. */
let drawShare = () => 0;
const SHARE_BYTES = 4;

const world = useWorld({
  startAt: START - rules.msoRefreshDays * DAY,
  settings: {
    'issuer.msoValidityDays': rules.msoValidityDays,
    'issuer.msoRefreshSpreadDays': rules.msoRefreshSpreadDays,
  },
  random(target) {
    if (target.length !== SHARE_BYTES) return randomFillSync(target);
    Buffer.from(target.buffer).writeUInt32BE(drawShare() * 2 ** 32);
    return target;
  },
});

/** Moves the clock to a time after the start. */
function goTo(time: number): void {
  world().advance(START + time - world().now());
}

const isDown = () => world().now() - START >= outage.from && world().now() - START < outage.to;

function newDevice(): Device {
  return simulatedDevice({
    clock: () => world().now(),
    issuer: {
      baseUrl: world().url,
      issuerId: world().issuerId,
      transport(url, body) {
        if (isDown()) throw new ExchangeError('unreachable', 'the server is down');
        return world().transport(url, body);
      },
    },
  });
}

interface Run {
  readonly device: Device;
  readonly phone: Phone;
  readonly issued: number;
}

const newest = ({ state }: Device) =>
  decodeStaticAuthData(state.authKeys.at(-1)!.certified!.staticAuthData).issuerAuth;

/** expectedUpdate of the newest MSO, as time after the start. */
const expectedUpdateOf = (device: Device) =>
  newest(device).mobileSecurityObject.validityInfo.expectedUpdate! - START;

async function enrol({ device, phone, issued }: Run): Promise<void> {
  goTo(issued);
  drawShare = () => phone.share;
  await device.register();
  await device.proof(await codeFor(world(), await newHolder(world())));
  await device.provision();
  await device.provisionMsos(1);
}

/** The phone asks at this time. Resolves to whether it got an MSO. */
async function ask({ device, phone }: Run, at: number): Promise<boolean> {
  drawShare = () => phone.drawShare();
  try {
    await device.refresh(1);
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    phone.failed(at);
    return false;
  }
  const expectedUpdate = expectedUpdateOf(device);
  refreshDays.push(expectedUpdate / DAY - Math.floor(at / DAY));
  phone.served(at, expectedUpdate);
  return true;
}

/** Days from each batch to its expectedUpdate. */
const refreshDays: number[] = [];

const signerOf = (device: Device) => Buffer.from(newest(device).certificates[0]!).toString('base64');

/** The document signers of the newest MSOs, before and at the end. */
const signers = { first: new Set<string>(), last: new Set<string>() };

async function realRun(): Promise<Demand> {
  const runs = Array.from({ length: PHONES }, (_, number): Run => {
    const phone = new Phone(rules, seed);
    return { phone, issued: phone.begin(number), device: newDevice() };
  });
  for (const run of runs.toSorted((a, b) => a.issued - b.issued)) {
    await enrol(run);
    signers.first.add(signerOf(run.device));
  }
  const demand = { served: new Uint32Array(DAYS * 24), failed: new Uint32Array(DAYS * 24) };
  let isReplaced = false;
  for (;;) {
    const run = runs.reduce((first, one) => (one.phone.next() < first.phone.next() ? one : first));
    const at = run.phone.next();
    if (at >= DAYS * DAY) break;
    if (!isReplaced && at >= rules.compromise!.at) {
      goTo(rules.compromise!.at);
      for (const finish of [false, true])
        await world().admin('rotateKey', { role: 'documentSigner', finish });
      isReplaced = true;
    }
    goTo(at);
    const kind = (await ask(run, at)) ? 'served' : 'failed';
    demand[kind][Math.floor(at / HOUR)]! += 1;
  }
  for (const { device } of runs) signers.last.add(signerOf(device));
  return demand;
}

/** Sums of five days. */
const sums = (values: Uint32Array) =>
  Array.from({ length: DAYS / 5 }, (_, index) =>
    values.subarray(index * 5 * 24, (index + 1) * 5 * 24).reduce((sum, value) => sum + value, 0),
  );

describe('Phones that fetch MSOs from a real server for 45 days, with an outage and a new document signer', () => {
  let real: Demand;
  beforeAll(async () => {
    real = await realRun();
  }, HOOK_TIMEOUT);

  it('each asks in the same hours as in the simulator', () => {
    const simulated = simulate({ ...simulation, holders: PHONES });
    expect(simulated.failed.some((count) => count > 0)).toBe(true);
    expect([...real.served]).toEqual([...simulated.served]);
    expect([...real.failed]).toEqual([...simulated.failed]);
  });

  it(`a simulation of ${SCALE} times as many phones agrees, within what chance allows`, () => {
    const { served } = simulate({ ...simulation, holders: PHONES * SCALE });
    for (const [index, count] of sums(served).entries()) {
      const expected = count / SCALE;
      // Four standard deviations of a binomial count.
      const chance = 4 * Math.sqrt(expected * Math.max(1 - expected / PHONES, 0)) + 1;
      expect(Math.abs(sums(real.served)[index]! - expected)).toBeLessThanOrEqual(chance);
    }
  });

  it('MSOs of one day have different expectedUpdate', () => {
    expect(new Set(refreshDays)).toEqual(new Set([17, 18, 19, 20, 21, 22]));
  });

  it('all phones have MSOs of the new signer a day after the compromise', () => {
    expect(signers.last.size).toBe(1);
    expect([...signers.first]).not.toContain([...signers.last][0]);
  });
});
