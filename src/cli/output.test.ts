import { describe, expect, it, vi } from 'vitest';
import { facts, progress } from './output.ts';

function shown(isTTY: boolean, times: readonly number[]): string {
  let written = '';
  let now = 0;
  const write = (text: string) => {
    written += text;
    return true;
  };
  const told = progress({ isTTY, write } as unknown as NodeJS.WriteStream, () => now);
  for (const time of times) {
    now = time;
    told.at(`at ${time}`);
  }
  told.end();
  return written;
}

describe('Progress of a long command', () => {
  it('progress on a terminal is one line, overwritten and cleared at the end', () => {
    expect(shown(true, [1, 2])).toBe('\r\u001b[Kat 1\r\u001b[Kat 2\r\u001b[K');
  });

  it('progress without a terminal is printed every ten seconds, and not for short work', () => {
    expect(shown(false, [1, 9_999])).toBe('');
    expect(shown(false, [5_000, 10_000, 12_000, 19_999, 20_000])).toBe('at 10000\nat 20000\n');
  });
});

describe('The text of an answer', () => {
  it('has a line for each value, with its path', () => {
    const answer = {
      id: 'k1',
      key: { role: 'documentSigner', roots: ['a', 'b'], none: [] },
      dates: [{ time: 'T', left: 2 }],
    };
    expect(facts(answer).split('\n')).toEqual([
      'id             k1',
      'key.role       documentSigner',
      'key.roots      a, b',
      'key.none',
      'dates[0].time  T',
      'dates[0].left  2',
    ]);
  });

  it.each([
    ['Europe/Berlin', '1 Jul 2026, 14:30:05 CEST'],
    ['America/Los_Angeles', '1 Jul 2026, 05:30:05 GMT-7'],
    ['UTC', '1 Jul 2026, 12:30:05 UTC'],
  ])('has times in the time zone of the machine, with its name: %s', (zone, text) => {
    vi.stubEnv('TZ', zone);
    expect(facts({ createTime: '2026-07-01T12:30:05.250Z' })).toBe(`createTime  ${text}`);
    vi.unstubAllEnvs();
  });

  it('of an answer without values is empty', () => {
    expect(facts({})).toBe('');
  });
});
