import { describe, expect, it } from 'vitest';
import { searchedText } from './read-events.ts';

const TIME = '2026-11-28T14:05:33.000Z';

describe('The notice of a search that did not read the whole log', () => {
  it('says how to search older events, and misses none of the same moment', () => {
    expect(searchedText(2000, TIME, true)).toBe(
      `The newest 2000 events, back to ${TIME}, were searched. Add --end-time 2026-11-28T14:05:33.001Z to search older ones.`,
    );
  });

  it('says how to search newer events if the oldest came first', () => {
    expect(searchedText(2000, TIME, false)).toBe(
      `The oldest 2000 events, up to ${TIME}, were searched. Add --start-time ${TIME} to search newer ones.`,
    );
  });
});
