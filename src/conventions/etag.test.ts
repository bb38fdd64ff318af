import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkBodyEtag,
  checkIfMatch,
  checkIfNoneMatch,
  matchesTag,
  parseEntityTags,
  versionTag,
} from './etag.ts';
import { StatusError } from './status.ts';

const url = new URL('../../test/vectors/conventions/if-match.json', import.meta.url);
const vectors = JSON.parse(readFileSync(url, 'utf8'));

interface Row {
  readonly header?: string | null;
  readonly etag?: string | null;
  readonly current: string | null;
  readonly holds: boolean;
}

function outcome(work: () => void): unknown {
  try {
    work();
    return 'holds';
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return `${error.code} ${error.reason}`;
  }
}

describe('If-Match', () => {
  it.each(vectors.ifMatch as Row[])(
    'If-Match: $header against the etag $current matches: $holds',
    ({ header, current, holds }) => {
      const tags = parseEntityTags('If-Match', header ?? undefined);
      const expected = holds ? 'holds' : 'FAILED_PRECONDITION CONDITION_NOT_MET';
      expect(outcome(() => checkIfMatch(tags, current ?? undefined))).toBe(expected);
    },
  );

  it.each(vectors.malformed as string[])('the malformed If-Match header %j is refused', (header) => {
    expect(outcome(() => parseEntityTags('If-Match', header))).toBe('INVALID_ARGUMENT INVALID_ENTITY_TAG');
  });

  it.each([
    ['If-Match', () => checkIfMatch(['"1"'], '"2"'), 'Read it again and repeat the change with its new etag'],
    ['If-None-Match', () => checkIfNoneMatch(['"1"'], '"1"'), 'Leave the header out'],
  ])('the error names the header that does not match, and what to do: %s', (name, check, remedy) => {
    const preconditions = [{ type: 'ETAG', subject: name, description: expect.stringContaining(remedy) }];
    expect(check).toThrow(
      expect.objectContaining({
        message: 'Precondition Failed',
        details: { preconditions, location: { type: 'header', name } },
      }),
    );
  });
});

describe('If-None-Match', () => {
  it.each(vectors.ifNoneMatch as Row[])(
    'If-None-Match: $header against the etag $current is answered with the resource: $holds',
    ({ header, current, holds }) => {
      const tags = parseEntityTags('If-None-Match', header ?? undefined);
      const expected = holds ? 'holds' : 'FAILED_PRECONDITION CONDITION_NOT_MET';
      expect(outcome(() => checkIfNoneMatch(tags, current ?? undefined))).toBe(expected);
    },
  );
});

describe('The etag member of a body', () => {
  it.each(vectors.bodyEtag as Row[])(
    'the etag $etag in a body against $current matches: $holds',
    ({ etag, current, holds }) => {
      const expected = holds ? 'holds' : 'ABORTED ETAG_MISMATCH';
      expect(outcome(() => checkBodyEtag(etag ?? undefined, current ?? undefined))).toBe(expected);
    },
  );
});

describe('version tags', () => {
  it('version tags include their quotes', () => {
    expect([versionTag(7), versionTag(7n), versionTag('7-a')]).toEqual(['"7"', '"7"', '"7-a"']);
  });

  it('version tags are made of printable ASCII without quotes', () => {
    for (const text of ['a"b', 'a b', 'ü', '\n']) expect(() => versionTag(text)).toThrow(RangeError);
  });

  it('a version tag is found in any list that contains it, weak or strong', () => {
    const version = fc.string({ unit: fc.constantFrom(...'abc,*/W7 '.replace(' ', '')), maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(version, fc.boolean()), { minLength: 1, maxLength: 6 }),
        version,
        (list, one) => {
          const header = list.map(([text, weak]) => `${weak ? 'W/' : ''}${versionTag(text)}`).join(' , ');
          const tags = parseEntityTags('If-Match', header)!;
          expect(tags).toEqual(list.map(([text]) => versionTag(text)));
          expect(matchesTag(tags, versionTag(one))).toBe(list.some(([text]) => text === one));
        },
      ),
    );
  });

  it('any other text as an etag is refused with a StatusError', () => {
    const text = fc.string({
      unit: fc.constantFrom('"', 'W', '/', ',', ' ', '*', 'a', '\t', 'ÿ', '\u0100'),
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, (header) => void outcome(() => parseEntityTags('If-Match', header))),
      { numRuns: 2000 },
    );
  });
});
