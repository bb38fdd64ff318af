import { randomFillSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import { ConflictError } from '../../conventions/errors.ts';
import type { MediationAbExperiment, MediationGroup, Publisher } from '../../mediation/ports/entities.ts';
import type { MediationStore } from '../../mediation/ports/store.ts';
import { mediationStore } from './mediation-store.ts';

let store: MediationStore;

useTestDatabase('file', (database) => {
  store = mediationStore(
    database,
    () => 1000,
    (target) => randomFillSync(target),
  );
});

const publisherId = 'pub-1234567890123456';
const publisher: Publisher = {
  publisherId,
  displayName: 'Example',
  currencyCode: 'EUR',
  reportingTimeZone: 'Europe/Berlin',
  createdAt: 1,
};

const line = (lineId: string): MediationGroup['lines'][number] => ({
  lineId,
  displayName: 'Line',
  adSourceId: '18351550913290782395',
  cpmMode: 'MANUAL',
  cpmMicros: '9223372036854775807',
  state: 'DISABLED',
  adUnitMappings: { [`ca-app-${publisherId}/0000000001`]: 'a name' },
  variant: 'VARIANT_B',
});

const group = (groupId: string, ...lines: MediationGroup['lines']): MediationGroup => ({
  publisherId,
  groupId,
  revision: 1,
  displayName: 'Gruppe \u{1F600}',
  state: 'DISABLED',
  targeting: {
    platform: 'IOS',
    format: 'NATIVE',
    adUnitIds: [`ca-app-${publisherId}/0000000001`],
    targetedRegionCodes: ['DE'],
    excludedRegionCodes: ['US'],
    idfaTargeting: 'AVAILABLE',
  },
  lines,
  openExperiment: { experimentId: '0000000001', endsAt: 5000 },
  createdAt: 1,
  updatedAt: 2,
});

describe('The mediation store', () => {
  it('the mediation store reads the entities that it wrote', async () => {
    const kept = group('0000000001', line('0000000000000001'), line('0000000000000002'));
    await store.write(async (writer) => {
      await writer.insertPublisher(publisher);
      await writer.insertGroup(kept);
    });
    expect(await store.read((reader) => reader.publisher(publisherId))).toEqual(publisher);
    expect(await store.read((reader) => reader.group(publisherId, '0000000001'))).toEqual(kept);
  });

  it('a write that fails stores nothing', async () => {
    const failing = store.write(async (writer) => {
      await writer.insertGroup(group('0000000002'));
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(await store.read((reader) => reader.group(publisherId, '0000000002'))).toBeUndefined();
  });

  it('ids that are taken are refused, also those of lines in other groups', async () => {
    for (const again of [group('0000000001'), group('0000000003', line('0000000000000001'))]) {
      await expect(store.write((writer) => writer.insertGroup(again))).rejects.toBeInstanceOf(ConflictError);
    }
    await expect(store.write((writer) => writer.insertPublisher(publisher))).rejects.toBeInstanceOf(
      ConflictError,
    );
  });

  it('the id of a line that was removed is refused', async () => {
    const before = group('0000000004', line('0000000000000004'));
    const after = { ...before, lines: [] };
    await store.write((writer) => writer.insertGroup(before));
    await store.write((writer) => writer.updateGroup(before, after));
    const again = { ...after, revision: 2, lines: before.lines };
    const update = store.write((writer) => writer.updateGroup({ ...after, revision: 2 }, again));
    await expect(update).rejects.toBeInstanceOf(ConflictError);
  });

  it('a change of a revision that is not the current one is refused', async () => {
    const before = group('0000000005');
    await store.write((writer) => writer.insertGroup(before));
    await store.write((writer) => writer.updateGroup(before, { ...before, updatedAt: 3 }));
    const late = store.write((writer) => writer.updateGroup(before, { ...before, updatedAt: 4 }));
    await expect(late).rejects.toBeInstanceOf(ConflictError);
    const stored = await store.read((reader) => reader.group(publisherId, '0000000005'));
    expect(stored).toMatchObject({ revision: 2, updatedAt: 3 });
  });

  it('a running experiment has the lines of its group, a stopped one its own', async () => {
    const owner = group('0000000006', line('0000000000000006'));
    const experiment: MediationAbExperiment = {
      publisherId,
      groupId: '0000000006',
      experimentId: '0000000001',
      revision: 1,
      displayName: 'Experiment',
      treatmentTrafficPercentage: 10,
      startedAt: 1,
      endsAt: 5000,
      lines: owner.lines,
      linesRevision: 1,
    };
    const read = () => store.read((reader) => reader.experiment(publisherId, '0000000006', '0000000001'));
    await store.write(async (writer) => {
      await writer.insertGroup(owner);
      await writer.insertExperiment(experiment);
    });
    expect(await read()).toEqual(experiment);
    await store.write((writer) => writer.updateGroup(owner, { ...owner, lines: [] }));
    expect(await read()).toEqual({ ...experiment, lines: [], linesRevision: 2 });
    const stopped = { ...experiment, stopped: { at: 9, choice: 'VARIANT_B' }, linesRevision: 0 } as const;
    await store.write((writer) => writer.updateExperiment(stopped));
    expect(await read()).toEqual({ ...stopped, revision: 2 });
    await expect(store.write((writer) => writer.updateExperiment(stopped))).rejects.toBeInstanceOf(
      ConflictError,
    );
  });

  it('more rows than one statement can hold are written and read', async () => {
    const mappings = Array.from({ length: 1201 }, (_, index) => ({
      publisherId,
      fragment: '0000000001',
      mappingId: String(index).padStart(10, '0'),
      adapterId: '1',
      configurations: {},
      createdAt: 1,
    }));
    await store.write((writer) => writer.insertMappings(mappings));
    const ids = mappings.map(({ mappingId }) => mappingId);
    expect(await store.read((reader) => reader.mappings(publisherId, ids))).toHaveLength(1201);
  });
});
