import { describe, expect, it } from 'vitest';
import { isGuarded, METHOD_NAMES, methodNamed } from './index.ts';

const METHODS = METHOD_NAMES.map((name) => ({ name, ...methodNamed(name) }));

/** A method is a POST if its request is large or is personal data. */
const READS_BY_POST = ['checkHolders', 'searchHolders', 'findUser'];

const isRead = ({ name, http }: (typeof METHODS)[number]) =>
  http[0] === 'GET' || READS_BY_POST.includes(name);

describe('The registry of the admin interface', () => {
  it('each method that changes something names what it writes to the audit log', () => {
    const silent = METHODS.filter((method) => !isRead(method) && method.audit === undefined);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('names nothing for a method that only reads, unless the audit log tells who looked', () => {
    expect(
      METHODS.filter((method) => isRead(method) && !method.auditsReads && method.audit !== undefined),
    ).toEqual([]);
  });

  it('each address and HTTP method occurs once', () => {
    const routes = METHODS.map(({ http }) => http.join(' ').replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('no method that changes something is open to viewers', () => {
    const changes = METHODS.filter((method) => !isRead(method));
    expect(changes.filter(({ role }) => role === 'viewer')).toEqual([]);
  });

  it('only methods that change something need a second person', () => {
    expect(METHODS.filter((method) => isGuarded(method.name) && isRead(method))).toEqual([]);
  });

  it('a final method names an existing member of its request', () => {
    for (const { final, request } of METHODS)
      if (typeof final === 'string')
        expect(Object.keys((request as { properties?: object }).properties ?? {})).toContain(final);
  });
});
