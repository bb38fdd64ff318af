import { describe, expect, it } from 'vitest';
import {
  applyUpdateMask,
  type JsonObject,
  type MaskRule,
  maskTable,
  resolveUpdateMask,
  StatusError,
} from '../../../../src/conventions/index.ts';
import { conventionalHandler, useConventionsServer } from '../support/conventions-server.ts';
import { checkError, violationsOf } from '../support/envelope.ts';
import { exchangeRaw } from '../support/raw.ts';
import { readVectors } from '../support/vectors.ts';

type RuleData = MaskRule & { readonly newKey?: string };
interface Update {
  readonly why: string;
  readonly body: JsonObject;
  readonly mask: string | null;
  readonly changes?: readonly { readonly at: readonly string[]; readonly value?: unknown }[];
  readonly problems?: readonly string[];
}
interface Vectors {
  readonly table: Readonly<Record<string, RuleData>>;
  readonly stored: JsonObject;
  readonly spellings: readonly { readonly mask: string; readonly paths: readonly string[] }[];
  readonly refused: readonly { readonly mask: string; readonly descriptions: readonly string[] }[];
  readonly updates: readonly Update[];
}
const { table: rules, stored, spellings, refused, updates } = readVectors<Vectors>('update-mask');

const rule = ({ newKey, ...data }: RuleData): MaskRule =>
  newKey === undefined ? (data as MaskRule) : ({ ...data, newKey: new RegExp(newKey) } as MaskRule);
const table = maskTable(Object.fromEntries(Object.entries(rules).map(([path, data]) => [path, rule(data)])));

const url = useConventionsServer((instance) => {
  const handler = conventionalHandler({}, (_request, { query, body }) => {
    const mask = resolveUpdateMask((query.get('updateMask') ?? query.get('update_mask'))?.[0], table);
    return async () => {
      if (body === undefined) return { paths: mask?.map(({ path }) => path) ?? [] };
      return applyUpdateMask(stored, body as JsonObject, mask, table).value;
    };
  });
  instance.patch('/group', handler);
});

function patch(mask: string | null, body?: string, headers: Record<string, string> = {}) {
  const query = mask === null ? '' : `?updateMask=${encodeURIComponent(mask)}`;
  return fetch(`${url()}/group${query}`, {
    method: 'PATCH',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

describe('Test vectors of updateMask', () => {
  it.each(spellings)('the mask $mask is read', async ({ mask, paths }) => {
    expect(await (await patch(mask)).json()).toEqual({ paths });
    const asForm = `${url()}/group?${new URLSearchParams({ update_mask: mask })}`;
    expect(await (await fetch(asForm, { method: 'PATCH' })).json()).toEqual({ paths });
  });

  /** Vectors whose masks a request line may contain without encoding. */
  const unencoded = spellings.filter(({ mask }) => /^[\x21\x24\x27-\x2a\x2c-\x7e"]+$/.test(mask));
  it.each(unencoded)('the mask is read without URL encoding: $mask', async ({ mask, paths }) => {
    const { pathname, host } = new URL(url());
    const head = [`PATCH ${pathname}/group?updateMask=${mask} HTTP/1.1`, `host: ${host}`];
    expect(JSON.parse((await exchangeRaw(url(), head)).text)).toEqual({ paths });
  });

  it.each(refused)('the mask $mask is refused', async ({ mask, descriptions }) => {
    const answer = await patch(mask);
    const error = checkError(answer.status, await answer.text());
    expect(answer.status).toBe(400);
    expect(violationsOf(error)).toEqual(
      descriptions.map((description) => ({ field: 'update_mask', description })),
    );
  });
});

const bodyOf = ({ body }: Update) => (typeof body.$json === 'string' ? body.$json : JSON.stringify(body));

function expected(changes: NonNullable<Update['changes']>) {
  // biome-ignore lint/suspicious/noExplicitAny: a resource of any shape
  const value: any = structuredClone(stored);
  for (const { at, value: to } of changes) {
    const owner = at.slice(0, -1).reduce((object, name) => object[name], value);
    const name = at.at(-1) as string;
    if (to === undefined) delete owner[name];
    else
      Object.defineProperty(owner, name, { value: to, enumerable: true, configurable: true, writable: true });
  }
  return value;
}

describe('Test vectors of updates', () => {
  it.each(updates.filter(({ changes }) => changes))(
    'the update gives the expected resource: $why',
    async (vector) => {
      for (const type of ['application/json', 'application/merge-patch+json']) {
        const answer = await patch(vector.mask, bodyOf(vector), { 'content-type': type });
        expect(await answer.json()).toEqual(expected(vector.changes ?? []));
      }
    },
  );

  it.each(updates.filter(({ problems }) => problems))('the update is refused: $why', async (vector) => {
    const answer = await patch(vector.mask, bodyOf(vector));
    const error = checkError(answer.status, await answer.text());
    expect(answer.status).toBe(400);
    expect([...new Set(violationsOf(error).map(({ field }) => field))]).toEqual(vector.problems);
  });

  it('updates leave the stored resource object unchanged', () => {
    expect(() => applyUpdateMask(stored, {}, resolveUpdateMask('nope', table), table)).toThrow(StatusError);
    expect(stored).toEqual(readVectors<Vectors>('update-mask').stored);
  });
});
