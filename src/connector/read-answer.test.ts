import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { property } from '../../test/support/runs.ts';
import { REFUSALS } from './contract.ts';
import { RecordFault } from './fault.ts';
import { readAnswer } from './read-answer.ts';

const bytes = (value: unknown) => new Uint8Array(Buffer.from(JSON.stringify(value)));
const members = fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()));

const bodies = fc.oneof(
  fc.uint8Array(),
  fc.string().map((text) => new Uint8Array(Buffer.from(text))),
  fc.jsonValue().map(bytes),
  fc.jsonValue().map((value) => bytes({ record: value })),
  members.map((elements) => bytes({ record: { id: 'h', elements } })),
  fc.constantFrom(...Object.keys(REFUSALS)).map((error) => bytes({ error })),
);
const answers = fc.record({
  status: fc.oneof(
    fc.constantFrom(200, ...Object.values<number>(REFUSALS)),
    fc.integer({ min: 100, max: 999 }),
  ),
  mediaType: fc.oneof(fc.constant('application/json'), fc.string(), fc.constant(undefined)),
  body: bodies,
});

describe('readAnswer', () => {
  it('readAnswer returns a record, a refusal or a fault for every answer of the system of record', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.constantFrom('lookupByCode' as const, 'get' as const), answers, (call, answer) => {
        try {
          const { record, refusal } = readAnswer(call, answer);
          seen.add(record ? 'record' : 'refusal');
          if (record) expect(answer.status).toBe(200);
          if (refusal) expect(REFUSALS[refusal]).toBe(answer.status);
        } catch (error) {
          if (!(error instanceof RecordFault)) throw error;
          seen.add('fault');
        }
      }),
      property(1000),
    );
    expect([...seen].toSorted()).toEqual(['fault', 'record', 'refusal']);
  });
});
