import { describe, expect, it } from 'vitest';
import { keepJson, messageJson, printJson } from './json.ts';

const MESSAGE = { name: 'Gruppe \u{1F600}', lines: { a: [1, { b: 'a\nb' }] } };

describe.each([true, false])('the JSON of a message, indented: %s', (pretty) => {
  it('a copied message is printed again instead of using its cached JSON', () => {
    const message = { ...MESSAGE };
    expect(messageJson(message, pretty)).toBe(printJson(MESSAGE, pretty));
    message.name = 'other';
    expect(messageJson(message, pretty)).toContain('other');
  });

  it('compact and indented JSON are cached separately', () => {
    const message = keepJson({ ...MESSAGE });
    const bytes = messageJson(message, pretty);
    expect(bytes.toString()).toBe(printJson(MESSAGE, pretty));
    expect(messageJson(message, pretty)).toBe(bytes);
    expect(messageJson(message, !pretty).toString()).toBe(printJson(MESSAGE, !pretty));
  });

  it('long JSON is not cached', () => {
    const message = keepJson({ name: 'x'.repeat(100_000) });
    expect(messageJson(message, pretty)).toBe(printJson(message, pretty));
  });
});
