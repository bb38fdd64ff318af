import { describe, expect, it } from 'vitest';
import { progress } from './output.ts';

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

describe('Progress', () => {
  it('is one line on a terminal, overwritten and cleared in the end', () => {
    expect(shown(true, [1, 2])).toBe('\r\u001b[Kat 1\r\u001b[Kat 2\r\u001b[K');
  });

  it('prints progress every ten seconds when there is no terminal, and none for short work', () => {
    expect(shown(false, [1, 9_999])).toBe('');
    expect(shown(false, [5_000, 10_000, 12_000, 19_999, 20_000])).toBe('at 10000\nat 20000\n');
  });
});
