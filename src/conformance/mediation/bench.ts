import { randomUUID } from 'node:crypto';
import { Deviation, holds, Inconclusive } from '../deviation.ts';
import { baseOf } from '../run/address.ts';
import type { Pace } from '../run/pace.ts';
import type { Recorder } from '../run/recorder.ts';

/** The server that is tested. */
export interface MediationTarget {
  readonly baseUrl: string;
  /** `pub-…`, a test account. */
  readonly account: string;
  readonly headers: Readonly<Record<string, string>>;
  /** An ad unit of the account for test groups. */
  readonly adUnit?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: cases look into answers of every shape
type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the answer is no JSON. */
  readonly body: Json;
}

export interface Call {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Replace headers of the target; an empty text leaves one out. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestGroup {
  /** Below the account. */
  readonly path: string;
  readonly lineId: string;
  readonly group: Json;
}

/** What a case of the mediation interface works with. */
export interface MediationBench {
  /** Calls a path below the account. */
  call(method: string, path: string, call?: Call): Promise<Answer>;
  /** The same, and the answer must be 200. */
  done(method: string, path: string, call?: Call): Promise<Json>;
  /** Calls a path below the base address. */
  at(method: string, path: string, call?: Call): Promise<Answer>;
  /** A new mediation group with one line. */
  newGroup(): Promise<TestGroup>;
  groupBody(): Promise<Json>;
  line(): Promise<Json>;
  readonly adUnit: string;
  /** How many groups the run has made. The interface has no method that deletes one. */
  readonly groups: () => number;
}

const TIMEOUT = 30_000;
const MAX_ANSWER = 8 * 1024 * 1024;
/** The name of the line of a test group. */
export const LINE = 'Conformance line';
/** Its own network needs no line. */
const OWN_NETWORK = /admob/i;

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only what the target needs is sent; `fetch` always asks for gzip itself. */
function headersOf(target: MediationTarget, { headers = {}, body }: Call): Record<string, string> {
  const all = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...target.headers,
    ...headers,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

export function mediationBench(target: MediationTarget, pace: Pace, recorder: Recorder): MediationBench {
  const base = baseOf(target.baseUrl);

  const at: MediationBench['at'] = async (method, path, call = {}) => {
    await pace.turn();
    const start = performance.now();
    const query = call.query ? `?${new URLSearchParams(call.query)}` : '';
    const request = call.body === undefined ? '' : JSON.stringify(call.body);
    const last = path.split('/').at(-1) ?? '';
    const operation = `${method} ${/^[A-Za-z:]+/.exec(last)?.[0] ?? '…'}`;
    const answer = await fetch(`${base}${path}${query}`, {
      method,
      headers: headersOf(target, call),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
      ...(call.body !== undefined && { body: request }),
    }).catch((cause: unknown) => {
      throw new Deviation(`${method} was not answered`, { cause });
    });
    const text = (await answer.text()).slice(0, MAX_ANSWER);
    recorder.add({
      operation,
      request,
      answer: { status: answer.status, text },
      milliseconds: performance.now() - start,
    });
    return { status: answer.status, headers: answer.headers, body: parsed(text) };
  };
  const call: MediationBench['call'] = (method, path, given) =>
    at(method, `/v1beta/accounts/${target.account}${path}`, given);
  const done: MediationBench['done'] = async (method, path, given) => {
    const { status, body } = await call(method, path, given);
    holds(status === 200, `${method} was answered with HTTP ${status}`);
    holds(typeof body === 'object' && body !== null, `the answer to ${method} is no JSON object`);
    return body;
  };

  let source: Promise<string> | undefined;
  const adSourceId = () => {
    source ??= done('GET', '/adSources').then(({ adSources = [] }) => {
      const found = adSources.find(({ title = '' }: Json) => !OWN_NETWORK.test(title));
      if (found) return found.adSourceId as string;
      throw new Inconclusive('the account has no ad source for a test line');
    });
    return source;
  };
  const adUnit = target.adUnit ?? '';
  let made = 0;
  const line = async () => ({
    displayName: LINE,
    adSourceId: await adSourceId(),
    cpmMode: 'MANUAL',
    cpmMicros: '1000000',
    state: 'ENABLED',
  });
  const groupBody = async () => ({
    displayName: `Conformance ${randomUUID()}`,
    targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [adUnit] },
    mediationGroupLines: { '-1': await line() },
  });
  return {
    at,
    call,
    done,
    adUnit,
    line,
    groupBody,
    groups: () => made,
    async newGroup() {
      const group = await done('POST', '/mediationGroups', { body: await groupBody() }).catch(
        (cause: Error) => {
          throw new Inconclusive(`no test group could be made: ${cause.message}`);
        },
      );
      made += 1;
      const lines: readonly [string, Json][] = Object.entries(group.mediationGroupLines ?? {});
      const lineId = lines.find(([, { displayName }]) => displayName === LINE)?.[0] ?? '';
      return { group, lineId, path: `/mediationGroups/${group.mediationGroupId}` };
    },
  };
}
