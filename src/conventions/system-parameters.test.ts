import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseQuery, readSystemParameters } from './query-parameters.ts';
import { StatusError } from './status.ts';

const url = new URL('../../test/vectors/conventions/system-parameters.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(url, 'utf8'));

interface Row {
  readonly query: string;
  readonly headers?: Record<string, string>;
  readonly parameters?: object;
  readonly messages?: readonly string[];
}

function outcome({ query, headers = {} }: Row): object {
  try {
    return { parameters: readSystemParameters(parseQuery(query), (name) => headers[name]) };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const { code, reason, message, violations } = error;
    expect({ code, reason }).toEqual({ code: 'INVALID_ARGUMENT', reason: 'INVALID_SYSTEM_PARAMETER' });
    expect(violations.map(({ description }) => description).join('\n')).toBe(message);
    return { messages: message.split('\n') };
  }
}

describe('System parameters', () => {
  it.each(cases as Row[])('system parameters are read from ?$query and $headers', (row) => {
    const { parameters, messages } = row;
    expect(outcome(row)).toEqual(messages ? { messages } : { parameters });
  });

  it('messages about system parameters never repeat a token', () => {
    const { messages } = outcome({ query: 'access_token=s3cret&oauth_token=s3cret' }) as {
      messages: string[];
    };
    expect(messages.join()).not.toContain('s3cret');
  });
});

describe('Parsing of a query', () => {
  it('every value of a repeated name is kept in order', () => {
    expect([...parseQuery('a=1&b=&a=2&__proto__=x&c')]).toEqual([
      ['a', ['1', '2']],
      ['b', ['']],
      ['__proto__', ['x']],
      ['c', ['']],
    ]);
  });

  it('a plus is decoded as a space, and malformed escapes are kept', () => {
    expect([...parseQuery('a+b=c+d%2B&e=%zz&f=["-1"]')]).toEqual([
      ['a b', ['c d+']],
      ['e', ['%zz']],
      ['f', ['["-1"]']],
    ]);
  });
});
