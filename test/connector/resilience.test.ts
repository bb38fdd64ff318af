import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../src/connector/index.ts';
import {
  found,
  hang,
  json,
  type RecordSystem,
  type Respond,
  recordOf,
  refused,
  reset,
  startRecordSystem,
} from '../support/record-system.ts';
import { CLAIM, type Watched, watched } from './support.ts';

let system: RecordSystem;
let made: Watched | undefined;

beforeAll(async () => {
  system = await startRecordSystem();
});
afterEach(async () => {
  vi.useRealTimers();
  system.calls.length = 0;
  system.respondOnce();
  await made?.records.close();
});
afterAll(() => system.close());

function connected(options: Parameters<typeof watched>[1] = {}): Watched {
  made = watched(system.url, options);
  return made;
}

const busy = json(503, {});
const good = found(recordOf('h-1'));
const outcomes = ({ lookups }: Watched) => lookups.map(({ outcome }) => outcome);

async function lookUp({ records }: Watched, times = 1): Promise<string[]> {
  const seen: string[] = [];
  for (let count = 0; count < times; count += 1) seen.push((await records.byCode('a code', CLAIM)).outcome);
  return seen;
}

describe('Retries of lookups in the system of record', () => {
  it.each<readonly [string, readonly Respond[]]>([
    ['a cut connection', [reset, good]],
    ['503', [busy, good]],
    ['both', [reset, busy, good]],
  ])('a lookup succeeds after %s', async (_, responses) => {
    const one = connected();
    system.respondOnce(...responses);
    expect(await lookUp(one)).toEqual(['found']);
    expect(system.calls).toHaveLength(responses.length);
    expect(outcomes(one)).toEqual(['found']);
  });

  it('a retry repeats the claim id, so that a lost answer does not use up the code', async () => {
    const one = connected();
    system.respondOnce(reset, good);
    await lookUp(one);
    expect(system.calls.map(({ body }) => body)).toEqual(Array(2).fill({ code: 'a code', ...CLAIM }));
  });

  it('retries end with the time limit of the whole lookup', async () => {
    const one = connected({ limits: { total: 300, attempts: 1_000_000 } });
    system.respond(busy);
    expect(await lookUp(one)).toEqual(['unavailable']);
    expect(outcomes(one)).toEqual(['timeLimit']);
  });

  it('the limits of a lookup are 3 seconds and 3 attempts', () => {
    expect(LIMITS).toMatchObject({ total: 3000, attempts: 3 });
  });
});

describe('The circuit breaker of the system of record', () => {
  const PAUSE = 60_000;
  const limits = { attempts: 1, failures: 3, pause: PAUSE };

  it('the circuit breaker opens after consecutive failures, and then sends nothing to the system of record', async () => {
    const one = connected({ limits });
    system.respond(busy);
    expect(await lookUp(one, 6)).toEqual(Array(6).fill('unavailable'));
    expect(outcomes(one)).toEqual(['busy', 'busy', 'busy', 'circuitOpen', 'circuitOpen', 'circuitOpen']);
    expect(system.calls).toHaveLength(3);
    expect(one.circuit).toEqual(['open']);
  });

  it('the circuit breaker counts a lookup once, however many attempts it took', async () => {
    const one = connected({ limits: { ...limits, attempts: 3 } });
    system.respond(busy);
    await lookUp(one, 4);
    expect(system.calls).toHaveLength(9);
  });

  it('the circuit breaker counts lookups that reached the time limit', async () => {
    const one = connected({ limits: { ...limits, total: 50 } });
    system.respond(hang);
    await lookUp(one, 4);
    expect(outcomes(one)).toEqual(['timeLimit', 'timeLimit', 'timeLimit', 'circuitOpen']);
  });

  it('after a pause the circuit breaker tries one lookup, and closes if it succeeds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const one = connected({ limits });
    system.respond(busy);
    await lookUp(one, 4);
    vi.setSystemTime(Date.now() + PAUSE);
    system.respond(good);
    expect(await lookUp(one, 2)).toEqual(['found', 'found']);
    expect(one.circuit).toEqual(['open', 'halfOpen', 'closed']);
  });

  it('the circuit breaker stays open if the lookup after the pause fails', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const one = connected({ limits });
    system.respond(busy);
    await lookUp(one, 4);
    vi.setSystemTime(Date.now() + PAUSE);
    await lookUp(one, 3);
    expect(system.calls).toHaveLength(4);
    expect(one.circuit).toEqual(['open', 'halfOpen', 'open']);
  });

  it('other lookups are answered within the time limit while one lookup probes the system', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const one = connected({ limits: { ...limits, total: 200 } });
    system.respond(reset);
    await lookUp(one, 3);
    vi.setSystemTime(Date.now() + PAUSE);
    system.respond(hang);
    const before = system.calls.length;
    const all = await Promise.all([lookUp(one), lookUp(one), lookUp(one)]);
    expect(all.flat()).toEqual(Array(3).fill('unavailable'));
    expect(system.calls.length - before).toBeLessThan(2);
  });

  it.each<readonly [string, Respond]>([
    ['refused', refused(404, 'codeUnknown')],
    ['of another shape', json(200, { record: {} })],
    ['too large', found({ id: 'h', elements: { x: { y: 'A'.repeat(1 << 20) } } })],
  ])(
    'the circuit breaker stays closed while records are %s, because other records are not affected',
    async (_, respond) => {
      const one = connected({ limits });
      system.respond(respond);
      await lookUp(one, 6);
      expect(system.calls).toHaveLength(6);
      expect(one.circuit).toEqual([]);
    },
  );
});

describe('Connections to the system of record', () => {
  it('connections are reused for the next lookup', async () => {
    const one = connected();
    const sockets = new Set<unknown>();
    system.respond((response, call) => {
      sockets.add(response.socket?.remotePort);
      good(response, call);
    });
    await lookUp(one, 5);
    expect(sockets.size).toBeLessThan(5);
  });

  it('at most 32 lookups run at the same time', async () => {
    const one = connected();
    const held: (() => void)[] = [];
    system.respond((response, call) => held.push(() => good(response, call)));
    const all = Promise.all(Array.from({ length: 40 }, () => lookUp(one)));
    await vi.waitFor(() => expect(held).toHaveLength(32), { timeout: 180_000 });
    system.respond(good);
    for (const answer of held) answer();
    expect((await all).flat()).toEqual(Array(40).fill('found'));
  });
});
