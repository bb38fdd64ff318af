import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { REFUSALS } from '../../src/connector/index.ts';

const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const openApi = JSON.parse(read('examples/system-of-record/openapi.json'));
const guide = read('integrate/system-of-record.md');

describe('The contract of a system of record', () => {
  it('the contract of a system of record is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(openApi)).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('the contract describes each call with its refusals by status', () => {
    const described = Object.entries<{ post: { responses: object } }>(openApi.paths).map(
      ([path, { post }]) => [path, Object.keys(post.responses)],
    );
    expect(described).toEqual([
      ['/v1/records:lookupByCode', ['200', '404', '409', '410']],
      ['/v1/records:get', ['200', '404', '409']],
    ]);
  });

  it('the guide describes every call and every refusal', () => {
    for (const word of [...Object.keys(openApi.paths), ...Object.keys(REFUSALS)])
      expect(guide).toContain(word);
  });
});
