import { ApiError } from '../../client/errors.ts';
import { type PageAt, pages } from '../../client/pages.ts';
import { type Fetch, fetchFrom } from '../../client/transport/fetch.ts';
import { jsonOrUndefined } from '../../conventions/strict-json.ts';
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
  /** In place of that of the runtime: with a client certificate. */
  readonly fetcher?: Fetch | undefined;
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

interface Call {
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

/** A setting that an adapter takes, as adapters list it. */
interface Setting {
  readonly adapterConfigMetadataId?: string;
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
  /** The group as the list has it now. */
  listed(group: TestGroup): Promise<Json>;
  /** A new mapping of the ad unit, with the adapter that it names. */
  newMapping(): Promise<{ readonly name: string; readonly path: string; readonly adapterId: string }>;
  readonly adUnit: string;
  /** What the run has made. The interface has no method that deletes groups or mappings. */
  readonly made: () => readonly string[];
}

const TIMEOUT = 30_000;
const MAX_ANSWER = 8 * 1024 * 1024;
/** The name of the line of a test group. */
export const LINE = 'Conformance line';
/** Its own network needs no line. */
const OWN_NETWORK = /admob/i;
const PLATFORM = 'ANDROID';
const FORMAT = 'BANNER';
/** Test accounts keep the groups of earlier runs, so a list can have many pages. */
const MOST_PAGES = 100;

/** The array with this name in an answer. */
export function arrayIn(body: Json, name: string): readonly Json[] {
  const items: unknown = body[name] ?? [];
  if (!Array.isArray(items)) throw new Deviation(`${name} is no array`);
  holds(
    items.every((item) => typeof item === 'object' && item !== null),
    `${name} has something that is no object`,
  );
  return items;
}

/** The lines of a group, by id. */
export function linesOf(group: Json): Readonly<Record<string, Json>> {
  const lines: unknown = group.mediationGroupLines ?? {};
  holds(typeof lines === 'object' && !Array.isArray(lines), 'mediationGroupLines is no map');
  return lines as Record<string, Json>;
}

export function lineOf(group: Json, id: string): Json {
  const line = linesOf(group)[id];
  if (typeof line !== 'object' || line === null) throw new Deviation('the group does not have the line');
  return line;
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

export function mediationBench(
  target: MediationTarget,
  pace: Pace,
  recorder: Recorder,
  newId: () => string,
): MediationBench {
  const send = fetchFrom({
    url: baseOf(target.baseUrl),
    init: { redirect: 'manual' },
    fetch: target.fetcher,
    timeout: TIMEOUT,
    most: MAX_ANSWER,
  });

  const at: MediationBench['at'] = async (method, path, call = {}) => {
    await pace.turn();
    const start = performance.now();
    const query = call.query ? `?${new URLSearchParams(call.query)}` : '';
    const request = call.body === undefined ? '' : JSON.stringify(call.body);
    const last = path.split('/').at(-1) ?? '';
    const operation = `${method} ${/^[A-Za-z:]+/.exec(last)?.[0] ?? '…'}`;
    const { status, headers, text } = await send({
      method,
      path: `${path}${query}`,
      headers: headersOf(target, call),
      ...(call.body !== undefined && { body: request }),
    }).catch((cause: unknown) => {
      throw new Deviation(`${method} was not answered`, { cause });
    });
    const answer = { status, text: text() };
    recorder.add({ operation, request, answer, milliseconds: performance.now() - start });
    return { status, headers, body: jsonOrUndefined(answer.text) };
  };
  const call: MediationBench['call'] = (method, path, given) =>
    at(method, `/v1beta/accounts/${target.account}${path}`, given);
  const done: MediationBench['done'] = async (method, path, given) => {
    const { status, body } = await call(method, path, given);
    holds(status === 200, `${method} was answered with HTTP ${status}`);
    holds(typeof body === 'object' && body !== null, `the answer to ${method} is no JSON object`);
    return body;
  };

  const foreignSources = async () =>
    arrayIn(await done('GET', '/adSources'), 'adSources').filter(
      ({ title = '' }) => !OWN_NETWORK.test(title),
    );
  let source: Promise<string> | undefined;
  const adSourceId = () => {
    source ??= foreignSources().then(([found]) => {
      if (found) return found.adSourceId as string;
      throw new Inconclusive('the account has no ad source for a test line');
    });
    return source;
  };
  const adUnit = target.adUnit ?? '';
  let made = 0;
  let mappings = 0;
  const line = async () => ({
    displayName: LINE,
    adSourceId: await adSourceId(),
    cpmMode: 'MANUAL',
    cpmMicros: '1000000',
    state: 'ENABLED',
  });
  const groupBody = async () => ({
    displayName: `Conformance ${newId()}`,
    targeting: { platform: PLATFORM, format: FORMAT, adUnitIds: [adUnit] },
    mediationGroupLines: { '-1': await line() },
  });
  /** Lists of adapters are read until one fits the ad unit of the test groups. */
  const mappingBody = async (): Promise<Json> => {
    for (const { adSourceId } of await foreignSources()) {
      const answer = await done('GET', `/adSources/${adSourceId}/adapters`);
      const adapter = arrayIn(answer, 'adapters').find(
        ({ platform, formats = [] }) => platform === PLATFORM && formats.includes(FORMAT),
      );
      if (!adapter) continue;
      const settings = arrayIn(adapter, 'adapterConfigMetadata') as readonly Setting[];
      return {
        name: `Conformance ${newId()}`,
        adapterId: adapter.adapterId,
        adUnitConfigurations: Object.fromEntries(
          settings.map(({ adapterConfigMetadataId = '' }) => [adapterConfigMetadataId, 'conformance']),
        ),
      };
    }
    throw new Inconclusive(`no ad source has an adapter for ${FORMAT} on ${PLATFORM}`);
  };
  return {
    at,
    call,
    done,
    adUnit,
    line,
    groupBody,
    made: () => [
      ...(made > 0 ? [`${made} mediation groups`] : []),
      ...(mappings > 0 ? [`${mappings} ad unit mappings`] : []),
    ],
    async listed({ group: { mediationGroupId } }) {
      let count = 0;
      const read = (at: PageAt) => done('GET', '/mediationGroups', { query: { ...at } });
      try {
        for await (const page of pages(read)) {
          const groups = arrayIn(page, 'mediationGroups');
          const group = groups.find((one) => one.mediationGroupId === mediationGroupId);
          if (group) return group;
          count += 1;
          if (count === MOST_PAGES)
            throw new Inconclusive(`the first ${MOST_PAGES} pages of groups do not have the group`);
        }
      } catch (error) {
        throw error instanceof ApiError ? new Inconclusive(error.message, { cause: error }) : error;
      }
      throw new Deviation('the list does not have the group');
    },
    async newMapping() {
      const path = `/adUnits/${adUnit.split('/').at(-1)}/adUnitMappings`;
      const body = await mappingBody();
      const { name } = await done('POST', path, { body });
      holds(typeof name === 'string', 'the answer has no name');
      mappings += 1;
      return { name, path, adapterId: body.adapterId };
    },
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
