import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type MethodName, methodNamed } from './index.ts';
import type { AnyWords, ResourceWords } from './words.ts';

const files = readdirSync(new URL('.', import.meta.url)).filter((name) => !name.includes('.'));

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
}

const modules = await Promise.all(
  files.map((name) => import(`./${name}/words.ts`).catch(() => ({})) as Promise<object>),
);
const tables = modules.flatMap((module) => Object.values(module) as ResourceWords[]);
const words = tables.flatMap(({ methods }) => Object.entries(methods) as [MethodName, AnyWords][]);

const membersOf = (shape: unknown) => Object.keys((shape as Shape).properties ?? {});
const placesIn = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

describe('The words of a method of the administration', () => {
  const ofHolders = words.filter(([, { columns = [] }]) => columns.some(([, , kind]) => kind === 'holder'));

  it('lists have holders in their rows', () =>
    expect(ofHolders.map(([name]) => name).toSorted()).toEqual([
      'listCodes',
      'listCredentials',
      'listDevices',
      'listHolders',
      'listHolds',
      'listNotifications',
      'listProofings',
      'listSilentDevices',
    ]));

  it.each(ofHolders)('%s: a row begins with the person', (_, { columns = [] }) => {
    expect(columns.findIndex(([, , kind]) => kind === 'holder')).toBe(0);
  });

  /** Members that are something else in each list. */
  const OWN = new Set(['id', 'createTime', 'endTime', 'method', 'name', 'subject']);
  const columns = words.flatMap(([, word]) => word.columns ?? []);
  const shared = [...Map.groupBy(columns, ([key]) => key)].filter(
    ([key, all]) => all.length > 1 && !OWN.has(key),
  );

  it.each(shared)('%s has the same heading in all lists', (_, all) => {
    expect(new Set(all.map(([, heading]) => heading)).size).toBe(1);
  });

  it('are there for most of the methods that have a command', () => {
    expect(words.length).toBeGreaterThanOrEqual(65);
    expect(new Set(words.map(([name]) => name)).size).toBe(words.length);
  });

  it.each(words)(
    '%s: what is said has only members of the answer, what is asked those of the request',
    (name, { done, question }) => {
      const { request, response } = methodNamed(name);
      expect([...membersOf(response), 'it']).toEqual(expect.arrayContaining(placesIn(done)));
      expect(membersOf(request)).toEqual(expect.arrayContaining(placesIn(question)));
    },
  );

  it.each(words)(
    '%s: fields are members of the request, and examples call its command',
    (name, { fields = {}, examples }) => {
      const { request, command } = methodNamed(name);
      expect(membersOf(request)).toEqual(expect.arrayContaining(Object.keys(fields)));
      expect(examples.join('\n')).toContain(`diptych ${command}`);
    },
  );
});
