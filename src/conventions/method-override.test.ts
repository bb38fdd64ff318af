import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { effectiveMethod } from './request-headers.ts';
import { StatusError } from './status.ts';

const url = new URL('../../test/vectors/conventions/method-override.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(url, 'utf8'));

interface Row {
  readonly method: string;
  readonly override: readonly string[];
  readonly contentType: string | null;
  readonly effective?: string;
  readonly queryInBody?: boolean;
  readonly refused?: boolean;
}

describe('X-HTTP-Method-Override', () => {
  it.each(cases as Row[])(
    '$method with X-HTTP-Method-Override $override and $contentType gives the expected method',
    (row) => {
      const { method, override, contentType, effective, queryInBody, refused } = row;
      const sent = override.length === 0 ? undefined : override;
      const work = () => effectiveMethod({ method, override: sent, contentType: contentType ?? undefined });
      if (refused) expect(work).toThrow(StatusError);
      else expect(work()).toEqual({ method: effective, queryInBody });
    },
  );

  it('X-HTTP-Method-Override is accepted if the server joined repeated headers into one string', () => {
    const request = { method: 'POST', contentType: undefined };
    expect(effectiveMethod({ ...request, override: 'patch' }).method).toBe('PATCH');
    expect(() => effectiveMethod({ ...request, override: 'PATCH, PATCH' })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', reason: 'INVALID_METHOD_OVERRIDE' }),
    );
  });
});
