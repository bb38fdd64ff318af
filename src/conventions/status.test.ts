import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultsOf, invalidArguments, shown } from './refusal.ts';
import { STATUS_CODES, StatusError } from './status.ts';
import { legacyErrors, statusDetails } from './status-details.ts';

const url = new URL('../../test/vectors/conventions/errors.json', import.meta.url);
const vectors = JSON.parse(readFileSync(url, 'utf8'));

interface Row {
  readonly error: Pick<StatusError, 'code' | 'reason' | 'message' | 'violations' | 'details'>;
  readonly details: readonly object[];
  readonly legacy: readonly object[];
}

describe('google.rpc.Status errors', () => {
  it('errors have canonical codes', () => {
    for (const code of STATUS_CODES) expect(Object.keys(vectors.statusOfCode)).toContain(code);
  });

  it.each(vectors.details as Row[])(
    'the error with the reason $error.reason has the expected details',
    ({ error, details, legacy }) => {
      const { code, reason, message, violations } = error;
      const status = new StatusError(reason, message, violations, error.details, code);
      expect(statusDetails(status, 'example.com')).toEqual(details);
      expect(legacyErrors(status)).toEqual(legacy);
    },
  );

  it('errors have all dynamic parts of their violations as metadata (AIP-193)', () => {
    const metadataOf = (error: StatusError) => statusDetails(error, 'example.com')[0]?.metadata;
    const violations = [
      { field: 'a', description: `'a' is not 'x'`, metadata: { value: 'x' } },
      { field: '', description: 'something is wrong' },
      { field: 'b.c', description: `'b.c' is required` },
    ];
    const error = invalidArguments('INVALID_BODY', violations);
    expect(metadataOf(error)).toEqual({ field: 'a', value: 'x', field3: 'b.c' });
    expect(statusDetails(error, 'example.com')[1]).toMatchObject({
      fieldViolations: violations.map(({ field, description }) => ({ ...(field && { field }), description })),
    });
    const own = { metadata: { selection: 'y' } };
    expect(metadataOf(new StatusError('INVALID_BODY', 'x', violations, own))).toEqual(own.metadata);
    expect(metadataOf(new StatusError('NOT_FOUND', 'x'))).toBeUndefined();
  });

  it('an error without details has empty details', () => {
    const { violations, details } = new StatusError('NOT_FOUND', 'gone');
    expect({ violations, details }).toEqual({ violations: [], details: {} });
  });

  it('an error reports at most a hundred violations, each once', () => {
    const faults = faultsOf('INVALID_BODY');
    const fault = (index: number) => ({ field: `f${index}`, description: `d${index}` });
    faults.raise();
    for (let index = 0; index < 100; index++) faults.add(fault(index), fault(index));
    const told = (work: () => void) => {
      try {
        work();
      } catch (error) {
        if (error instanceof StatusError) return error;
      }
      throw new Error('nothing was told');
    };
    expect(told(faults.raise).message.split('\n')).toHaveLength(100);
    const { violations, message } = told(() => faults.add(fault(100)));
    expect(violations).toHaveLength(100);
    expect(message.split('\n').slice(-2)).toEqual(['d99', '… and more']);
  });

  it('errors repeat names from the request shortened and well-formed', () => {
    expect(shown('x'.repeat(200))).toBe('x'.repeat(200));
    expect(shown(`${'x'.repeat(199)}\u{1f600}`)).toBe(`${'x'.repeat(199)}\ufffd…`);
  });
});
