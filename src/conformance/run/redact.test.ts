import { describe, expect, it } from 'vitest';
import { memberNames, redacted } from './redact.ts';

const known = memberNames([
  {
    properties: {
      requestId: {},
      errorDescription: {},
      status: {},
      list: { items: { properties: { major: {} } } },
    },
  },
]);

describe('A message in a report', () => {
  it('texts are replaced by their length, except identifiers for debugging', () => {
    const message = { requestId: 'a-1', errorDescription: 'Erika Mustermann is unknown' };
    expect(redacted(message, known)).toEqual({
      requestId: 'a-1',
      errorDescription: '(text of 27 characters)',
    });
  });

  it('an identifier that is no identifier is replaced too', () => {
    expect(redacted({ requestId: 'Erika Mustermann' }, known)).toEqual({
      requestId: '(text of 16 characters)',
    });
  });

  it('members that the contract does not have are not shown, nor are their names', () => {
    expect(redacted({ 'Erika Mustermann': 5 }, known)).toEqual({ '(other member)': '(not shown)' });
  });

  it('only numbers that say nothing about a person are shown', () => {
    expect(redacted({ list: [{ major: 1 }], status: 19840229 }, known)).toEqual({
      list: [{ major: 1 }],
      status: '(number)',
    });
  });

  it('long lists and deep values are cut', () => {
    expect(redacted([1, 2, 3, 4, 5], known)).toEqual(['(number)', '(number)', '(number)', '(2 more)']);
    const deep = { list: { list: { list: { list: { list: { list: { list: {} } } } } } } };
    expect(JSON.stringify(redacted(deep, known))).toContain('(more)');
  });
});
