import { describe, expect, it } from 'vitest';
import { isTyped, lastOf } from './last-of.ts';

describe('What is typed before a final action', () => {
  it.each([
    ['applicant-02', 'nt02'],
    ['Desk of the ads', 'eads'],
    ['Reporting - A', 'ingA'],
    ['TV', 'TV'],
    ['नमस्ते', 'स्ते'],
    ['𝒜𝒷𝒸𝒹𝑒', '𝒷𝒸𝒹𝑒'],
    ['***', '***'],
  ])('of “%s” it is “%s”', (text, asked) => {
    expect(lastOf(text)).toBe(asked);
    expect(isTyped(asked, asked)).toBe(true);
    expect(isTyped('', asked)).toBe(false);
  });

  it('is what keyboards type, whatever form a name is stored in', () => {
    expect(isTyped('café', lastOf('Cafe\u0301'))).toBe(true);
  });

  it('has no punctuation, no spaces and no case', () => {
    expect(isTyped(' - ing a', 'ingA')).toBe(true);
    expect(isTyped('ing', 'ingA')).toBe(false);
  });
});
