import { describe, expect, it } from 'vitest';
import type { CaseReport, Report } from './contract.ts';
import { htmlOf } from './html.ts';
import { junitOf } from './junit.ts';
import { readKnownFailures } from './known-failures.ts';
import { isNewFailure, isUnexpectedPass, levelsOf, summaryOf } from './summary.ts';

function one(id: string, result: CaseReport['result'], more: Partial<CaseReport> = {}): CaseReport {
  return {
    id,
    clause: 'health.echo',
    section: 'Rules & more',
    level: 'must',
    title: 'It echoes <what> was sent',
    profile: 'smoke',
    needs: [],
    result,
    milliseconds: 5,
    exchanges: [],
    omittedExchanges: 0,
    ...more,
  };
}

const CASES = [
  one('a', 'pass'),
  one('b', 'fail', { reason: 'clientMessage "differs"' }),
  one('c', 'fail', { reason: 'as before', known: 'ticket 5' }),
  one('d', 'notRun', { reason: 'needs code, hook decide' }),
  one('e', 'inconclusive', { reason: 'no device' }),
  one('f', 'pass', { known: 'ticket 6' }),
  one('g', 'warning', { level: 'should', reason: 'HTTP 422' }),
];

const report: Report = {
  format: 'diptych-conformance-1',
  runner: { version: '1.0.0', commit: 'abc' },
  catalogue: { interface: 'issuer', cases: 7, sha256: '00' },
  target: { baseUrl: 'http://127.0.0.1', id: '<Issuer>', certificates: [] },
  profile: 'smoke',
  setup: [],
  hooks: false,
  seed: 'a-seed',
  startTime: '2026-01-01T00:00:00.000Z',
  endTime: '2026-01-01T00:00:01.000Z',
  requests: 7,
  levels: levelsOf(CASES),
  summary: summaryOf(CASES),
  leftBehind: [],
  cases: CASES,
};

describe('The summary of a report', () => {
  it('only a pass counts as passed', () => {
    expect(levelsOf(CASES).must).toEqual({
      cases: 6,
      pass: 2,
      warning: 0,
      fail: 1,
      knownFailure: 1,
      notRun: 1,
      inconclusive: 1,
    });
    expect(summaryOf(CASES)).toBe(
      '2/6 must, 1 failed, 1 known to fail, 1 not run (code, hook decide), 1 inconclusive; 0/1 should, 1 with warnings; 0/0 may',
    );
  });

  it('a known failure does not make the run fail; a known failure that passes is reported', () => {
    expect(CASES.filter(isNewFailure).map(({ id }) => id)).toEqual(['b']);
    expect(CASES.filter(isUnexpectedPass).map(({ id }) => id)).toEqual(['f']);
  });
});

describe('The JUnit report', () => {
  it('cases that did not run, have no verdict or are known to fail are skipped', () => {
    const xml = junitOf(report);
    expect(xml).toContain(
      '<testsuite name="Rules &amp; more" tests="7" failures="1" errors="0" skipped="3">',
    );
    expect(xml).toContain('<failure message="clientMessage &quot;differs&quot;" type="health.echo"/>');
    expect(xml).toContain('<skipped message="known failure: ticket 5"/>');
    expect(xml).toContain('<skipped message="not run: needs code, hook decide"/>');
    expect(xml).toContain('<skipped message="inconclusive: no device"/>');
  });
});

describe('The page', () => {
  it('the page needs no other file and no script, and escapes every text', () => {
    const html = htmlOf(report);
    expect(html).not.toMatch(/<script|src=|href=/);
    expect(html).toContain('&lt;Issuer&gt;');
    expect(html).not.toContain('<Issuer>');
    expect(html).toContain('It passes now: remove it from the known failures.');
  });

  it.each([
    [['pass', 'warning'], 'pass">No case failed</p>'],
    [['pass', 'notRun', 'inconclusive'], 'other">No case failed; 2 of 3 cases have no verdict</p>'],
    [['pass', 'fail'], 'fail">1 case failed</p>'],
  ] as const)('only a run in which every case has a verdict is called a success: %j', (results, verdict) => {
    const cases = results.map((result) => one(result, result));
    expect(htmlOf({ ...report, cases })).toContain(`<p class="verdict ${verdict}`);
  });
});

describe('The file of known failures', () => {
  const ids = new Set(['a']);

  it('the file has a reason for each id', () => {
    expect(readKnownFailures('{"a": "ticket 5"}', ids)).toEqual({ a: 'ticket 5' });
  });

  it.each([
    ['{"a": ""}', 'a reason'],
    ['["a"]', 'a reason'],
    ['{"a"', 'no JSON'],
    ['{"z": "ticket"}', 'no case z'],
  ])('the file %s is refused: %s', (text, problem) => {
    expect(() => readKnownFailures(text, ids)).toThrow(problem);
  });
});
