import { describe, expect, it } from 'vitest';
import { seconds } from './options.ts';

describe('Durations as options of commands', () => {
  it.each([
    ['90', 90],
    ['90s', 90],
    ['10m', 600],
    ['2h', 7200],
    ['1d', 86_400],
  ])('the duration is read: %s', (text, expected) => {
    expect(seconds(text, '--ttl')).toBe(expected);
  });

  it.each(['', 'h', '1w', '-1s', '1.5h', '1 h', '1234567890'])('the duration %j is refused', (text) => {
    expect(() => seconds(text, '--ttl')).toThrow('--ttl takes a duration');
  });
});
