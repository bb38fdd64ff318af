import { describe, expect, it } from 'vitest';
import { found, json, type RecordSystem, recordOf, refused } from '../support/record-system.ts';
import type { World } from '../support/world.ts';
import { prove, useRecordSystem } from './support.ts';

let system: RecordSystem;
let world: World;

useRecordSystem((opened) => {
  ({ system, world } = opened);
});

const lines = (from: number) => world.log.slice(from).map((line) => JSON.parse(line));
const metrics = async () => (await fetch(`${world.server.adminUrl}/metrics`)).text();

describe('The log and metrics of lookups in the system of record', () => {
  it('the metrics count lookups by call and outcome, with their duration', async () => {
    system.respond(found(recordOf('h-1')));
    await prove(world, 'good');
    await world.admin('refreshHolder', { id: 'h-1' });
    system.respond(refused(410, 'codeUsed'));
    await prove(world, 'used');
    const text = await metrics();
    for (const [call, outcome] of [
      ['lookupByCode', 'found'],
      ['get', 'found'],
      ['lookupByCode', 'codeUsed'],
    ]) {
      expect(text).toMatch(
        new RegExp(`record_lookup_seconds_count\\{call="${call}",outcome="${outcome}"\\} 1`),
      );
    }
    expect(text).toMatch(/diptych_issuer_record_circuit\{state="closed"\} 1/);
  });

  it("the log has each lookup with the wallet's requestId, without code and holder id", async () => {
    const before = world.log.length;
    system.respond(found(recordOf('h-2')));
    await prove(world, 'another-good');
    const [line] = lines(before).filter(({ msg }) => msg === 'record looked up');
    const proofed = lines(before).find(({ operation }) => operation === 'proofUser');
    expect(line).toMatchObject({ call: 'lookupByCode', outcome: 'found', requestId: proofed.requestId });
    expect(JSON.stringify(line)).not.toMatch(/another-good|h-2/);
  });

  it('the log names the problem of a record, without values of the record', async () => {
    const before = world.log.length;
    system.respond(
      found(recordOf('h-3', { birth_date: 'Kanarienvogel', 'Quitten-gelb': 1, portrait: undefined })),
    );
    await prove(world, 'unusable');
    const [line] = lines(before).filter(({ msg }) => msg === 'record lookup failed');
    expect(line).toMatchObject({ outcome: 'recordUnusable', level: 40 });
    const paths = line.findings.map(({ path }: { readonly path: string }) => path);
    expect(paths).toContain('elements/org.iso.18013.5.1/birth_date');
    expect(paths).toContain('elements/org.iso.18013.5.1/portrait');
    expect(JSON.stringify(line)).not.toMatch(/Kanarienvogel|Quitten/);
  });

  it('when the circuit breaker opens the log has an error, and the metrics the state', async () => {
    const before = world.log.length;
    system.respond(json(500, {}));
    for (let count = 0; count < 6; count += 1) {
      expect((await prove(world, `outage ${count}`)).answer.status).toBe(500);
    }
    const changed = lines(before).filter(({ circuit }) => circuit !== undefined);
    expect(changed).toEqual([expect.objectContaining({ level: 50, circuit: 'open' })]);
    const text = await metrics();
    expect(text).toMatch(/diptych_issuer_record_circuit\{state="open"\} 1/);
    expect(text).toMatch(/diptych_issuer_record_circuit\{state="closed"\} 0/);
    expect(text).toMatch(/record_lookup_seconds_count\{call="lookupByCode",outcome="circuitOpen"\} 1/);
  });
});
