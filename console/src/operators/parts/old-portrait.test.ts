import { describe, expect, it } from 'vitest';
import { oldPortraitYear } from './old-portrait.ts';

const NOW = Date.parse('2026-11-29T12:00:00Z');

const recordWith = (identifier: string, value: string) => ({
  namespaces: [
    { name: 'org.iso.18013.5.1', elements: [{ identifier, kind: 'dateTime' as const, label: '', value }] },
  ],
});

describe('The age of a portrait', () => {
  it.each([
    ['2013-04-09T09:20:00Z', '2013'],
    ['2016-11-29T12:00:00Z', '2016'],
    ['2016-11-29T12:00:01Z', undefined],
    ['2024-03-01T10:30:00Z', undefined],
    ['no date', undefined],
  ])('one of %s is a reason to look twice: %s', (taken, year) => {
    expect(oldPortraitYear(recordWith('portrait_capture_date', taken), NOW)).toBe(year);
  });

  it('other dates of a record are none', () => {
    expect(oldPortraitYear(recordWith('issue_date', '2013-04-09'), NOW)).toBeUndefined();
  });
});
