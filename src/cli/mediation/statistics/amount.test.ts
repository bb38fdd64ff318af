import { expect, it } from 'vitest';
import { microsOfAmount } from './amount.ts';

it.each([
  ['1', 1_000_000n],
  ['0.000001', 1n],
  ['0.0000005', 0n],
  ['0.0000015', 2n],
  ['0.00000050000001', 1n],
  ['1.2E-4', 120n],
  ['1e3', 1_000_000_000n],
  ['-0.5', -500_000n],
  ['123456789012.123456789', 123_456_789_012_123_457n],
])('the amount %s has %d micros', (text, micros) => {
  expect(microsOfAmount(text)).toBe(micros);
});

it.each(['', '1,5', '$1', '.5', '1.', 'NaN', '0x10'])('“%s” is no amount', (text) => {
  expect(microsOfAmount(text)).toBeUndefined();
});
