import { describe, expect, it } from 'vitest';
import { normalizedText } from './normalize-text.ts';

describe('Tidied texts', () => {
  it.each([
    ['  MILLER              ', 'MILLER'],
    ['\u00a0\u3000\u200b\u2060Mu\u0308ller\t\r\n', 'M\u00fcller'],
    ['van  der Berg', 'van  der Berg'],
    ['\u200b \u00a0', ''],
    ['\ufeffMiller', '\ufeffMiller'],
  ])('%j becomes %j', (text, expected) => {
    expect(normalizedText(text)).toBe(expected);
  });
});
