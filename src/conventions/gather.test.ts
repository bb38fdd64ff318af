import { describe, expect, it } from 'vitest';
import { gather, invalidArgument } from './refusal.ts';
import { StatusError } from './status.ts';

const refuse = (name: string) => () => {
  throw invalidArgument('INVALID_QUERY', `${name} is bad`, [{ field: name, description: `${name} is bad` }]);
};

describe('gather: several steps with their errors combined', () => {
  it('gather returns the results of the steps by name', () => {
    const { a, b } = gather({ a: () => 1, b: () => 'x' });
    expect([a + 1, b.length]).toEqual([2, 1]);
  });

  it('gather combines the violations of failing steps, in order', () => {
    expect(() => gather({ a: refuse('A'), b: () => 1, c: refuse('C') })).toThrow(
      expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        reason: 'INVALID_QUERY',
        message: 'A is bad\nC is bad',
        violations: [
          { field: 'A', description: 'A is bad' },
          { field: 'C', description: 'C is bad' },
        ],
      }),
    );
  });

  it('gather combines the metadata of failing steps', () => {
    const step = (name: string) => () => {
      const violation = { field: name, description: name, metadata: { value: name } };
      throw invalidArgument('INVALID_BODY', name, [violation], { metadata: { value: name } });
    };
    expect(() => gather({ a: step('a'), b: step('b') })).toThrow(
      expect.objectContaining({
        details: {},
        violations: [{ metadata: { value: 'a' } }, { metadata: { value: 'b' } }].map((one) =>
          expect.objectContaining(one),
        ),
      }),
    );
  });

  it('gather passes a single refusal on unchanged', () => {
    const error = invalidArgument('INVALID_BODY', 'text', [], { metadata: { a: 'b' } });
    const thrown = () =>
      gather({
        a: () => {
          throw error;
        },
      });
    expect(thrown).toThrow(error);
  });

  it('gather stops at any other error', () => {
    const other = new StatusError('PERMISSION_DENIED', 'no');
    const work = () =>
      gather({
        a: refuse('A'),
        b: () => {
          throw other;
        },
      });
    expect(work).toThrow(other);
  });
});
