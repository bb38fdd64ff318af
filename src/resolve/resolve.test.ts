import { describe, expect, it } from 'vitest';
import { checkVectors } from '../../test/resolve/support/check-vectors.ts';
import { CASES, VECTORS } from '../../test/resolve/support/vectors.ts';
import { parseSnapshot, type Snapshot } from './index.ts';

const document = VECTORS.resolutions.snapshot as Snapshot;
const AD_UNIT = 'ca-app-pub-1234567890123456/0000000005';

function withLines(count: number): string {
  const line = { adSourceId: '1', kind: 'WATERFALL', cpmMicros: '10000', configuration: {} };
  const lines = Array.from({ length: count }, (_, id) => ({ ...line, id: String(id) }));
  const [group] = document.adUnits[AD_UNIT] ?? [];
  return JSON.stringify({ ...document, adUnits: { [AD_UNIT]: [{ ...group, lines: { A: lines } }] } });
}

describe('diptych/resolve', () => {
  it('all vectors pass: slots, resolutions, documents', () => {
    expect(checkVectors(VECTORS)).toEqual({ cases: CASES, failures: [] });
  });

  it('what was parsed is what was written', () => {
    expect(parseSnapshot(JSON.stringify(document))).toEqual({ status: 'OK', snapshot: document });
  });

  it('a group has at most 150 lines', () => {
    expect(parseSnapshot(withLines(150)).status).toBe('OK');
    expect(parseSnapshot(withLines(151))).toEqual({
      status: 'MALFORMED',
      problem: `adUnits["${AD_UNIT}"][0].lines.A is not a list of at most 150`,
    });
  });

  it('a text that is not JSON, or that is too long, is malformed', () => {
    const statuses = ['', '{', 'null', '[]', '['.repeat(100_000), ' '.repeat(16_777_217)].map(
      (text) => parseSnapshot(text).status,
    );
    expect(statuses).toEqual(Array(6).fill('MALFORMED'));
  });

  it('a later schema version is told, so that the app keeps its last good snapshot', () => {
    expect(parseSnapshot('{"schemaVersion":2,"anything":"else"}')).toEqual({
      status: 'UNKNOWN_SCHEMA_VERSION',
      schemaVersion: 2,
    });
  });

  it('members that are not known are left out', () => {
    const parsed = parseSnapshot(JSON.stringify({ ...document, later: true }));
    expect(parsed).toEqual({ status: 'OK', snapshot: document });
  });
});
