import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METHODS } from '../../../src/admin/contract/index.ts';
import type { AdminMethod } from '../../../src/admin/contract/method.ts';
import { displayWidth } from '../../../src/cli/table/display-width.ts';
import type { Schema } from '../../../src/conventions/json-schema.ts';
import { diptych } from '../../support/cli.ts';

interface Bounded extends Schema {
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** The longest id of the contracts. */
const LONGEST = 256;

const longer = (a: unknown, b: unknown) => (String(b).length > String(a).length ? b : a);

/** The longest value that a schema allows; lists have three items. */
function longest(schema: Bounded, character: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.reduce(longer);
  if (schema.anyOf) return schema.anyOf.map((one) => longest(one, character)).reduce(longer);
  if (schema.format === 'date-time') return '2026-11-23T12:00:00.000Z';
  if (schema.type === 'array') return [1, 2, 3].map(() => longest(schema.items ?? {}, character));
  if (schema.type === 'integer' || schema.type === 'number') return Number.MAX_SAFE_INTEGER;
  if (schema.type === 'boolean') return true;
  if (schema.properties) {
    const members = Object.entries(schema.properties).filter(([name]) => name !== 'nextPageToken');
    return Object.fromEntries(members.map(([name, member]) => [name, longest(member, character)]));
  }
  return character.repeat(Math.min(schema.maxLength ?? LONGEST, LONGEST));
}

let character = 'W';
const METHODS_BY_NAME: Readonly<Record<string, AdminMethod>> = METHODS;
const TABLES = Object.values(METHODS_BY_NAME).filter(
  ({ command, http: [verb] }) =>
    verb === 'GET' && typeof command === 'string' && / (list|changes|sessions)$/.test(command),
);

const pathOf = ({ http: [, path] }: AdminMethod) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);

/** Answers each list with rows of the longest values. */
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://localhost');
  const method = TABLES.find((one) => pathOf(one).test(pathname));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(longest((method?.response ?? {}) as Bounded, character)));
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function widest(method: AdminMethod, ...options: readonly string[]): Promise<number> {
  const places = [...method.http[1].matchAll(/\{\w+\}/g)].map(() => 'x');
  const words = String(method.command).split(' ');
  const { out, exit, err } = await diptych(
    ...words,
    ...places,
    '--admin-url',
    url,
    '--token',
    'x',
    ...options,
  );
  expect([exit, out.split('\n').length], err).toEqual([0, expect.any(Number)]);
  expect(out.split('\n').length).toBeGreaterThan(2);
  return Math.max(...out.split('\n').map(displayWidth));
}

describe('The longest values that the contract allows', () => {
  it.each(TABLES.map((method) => [method.command, method] as const))(
    '“%s” fits 100 columns, with --wide everything is shown',
    async (_, method) => {
      // Sentences; their table is that of --wide.
      const isTable = !['events list', 'refusals list'].includes(String(method.command));
      for (character of isTable ? ['W', '東'] : []) expect(await widest(method)).toBeLessThanOrEqual(100);
      expect(await widest(method, '--wide')).toBeGreaterThan(100);
    },
  );
});
