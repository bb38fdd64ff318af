import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { UnavailableError } from '../../conventions/errors.ts';
import { parseCatalogue } from '../catalogue/index.ts';
import type { MediationGroup } from '../ports/entities.ts';
import type { ServingStore, SnapshotCopy } from '../ports/serving.ts';
import { appSnapshots } from './snapshots.ts';

const publisherId = 'pub-1234567890123456';
const APP = { key: 'pk_1', publisherId, appFragment: '0000000009' };
const UNIT = '0000000001';

const catalogueWith = (ownNetwork: string) =>
  parseCatalogue(
    JSON.stringify({ ownNetwork, adSources: [{ adSourceId: ownNetwork, title: 'Own', adapters: [] }] }),
  );

const group = (groupId: string): MediationGroup => ({
  publisherId,
  groupId,
  revision: 1,
  displayName: 'Group',
  state: 'ENABLED',
  targeting: {
    platform: 'ANDROID',
    format: 'BANNER',
    adUnitIds: [`ca-app-${publisherId}/${UNIT}`],
    targetedRegionCodes: [],
    excludedRegionCodes: [],
  },
  lines: [],
  createdAt: 0,
  updatedAt: 0,
});

/** Snapshots over a store whose content and faults the test decides. */
function stage() {
  const state = {
    now: 0,
    version: 1,
    groups: [group('0000000001')] as readonly MediationGroup[],
    catalogue: catalogueWith('1'),
    isDown: false,
    eventUrl: undefined as string | undefined,
    canKeep: true,
    /** Called before the groups are read. */
    onRead: () => {},
    /** Called when a snapshot is made, before it is served. */
    onKeep: () => {},
    reads: 0,
  };
  const copies: SnapshotCopy[] = [];
  const told: string[] = [];
  const answer = async <T>(value: () => T): Promise<T> => {
    if (state.isDown) throw new UnavailableError('down');
    return value();
  };
  const store: ServingStore = {
    servingKey: async () => undefined,
    version: () => answer(() => state.version),
    app: (of, fragment) =>
      answer(() => ({ publisherId: of, fragment, platform: 'ANDROID' as const, createdAt: 0 })),
    adUnitsAfter: (_, after) => answer(() => (after === '' ? [UNIT] : [])),
    groupVersions: () =>
      answer(() => {
        state.reads += 1;
        const found = state.groups.map(({ groupId }) => ({ groupId, revision: 1, weight: 1 }));
        state.onRead();
        return found;
      }),
    groups: (_, versions) =>
      answer(() => state.groups.filter((one) => versions.some(({ groupId }) => groupId === one.groupId))),
    experiments: async () => [],
    mappings: async () => [],
    observedPrices: async () => ({}),
    copy: async () => undefined,
    lastCopy: async () => copies.at(-1),
    async keepCopy(copy) {
      state.onKeep();
      if (!state.canKeep) throw new UnavailableError('the database only lets itself be read');
      copies.push(copy);
    },
  };
  const start = () =>
    appSnapshots({
      store,
      catalogue: () => state.catalogue,
      settings: { refreshSeconds: 3600 },
      eventUrl: () => state.eventUrl,
      clock: () => state.now,
      observe: {
        outage: () => told.push('outage'),
        tooLarge: () => told.push('too large'),
        built: () => told.push('built'),
      },
    });
  const snapshots = start();
  return {
    state,
    told,
    start,
    snapshots,
    hash: async () => (await snapshots.current(APP))?.sha256,
    change(groups: readonly MediationGroup[]) {
      state.groups = groups;
      state.version += 1;
    },
  };
}

const MANY = Array.from({ length: 1001 }, (_, id) => group(String(id).padStart(10, '0')));

describe('The snapshots that a server keeps in memory', () => {
  it('without changes a snapshot is made once, for any number of requests at the same time', async () => {
    const { snapshots, told, state } = stage();
    const found = await Promise.all(Array.from({ length: 20 }, () => snapshots.current(APP)));
    expect(new Set(found).size).toBe(1);
    state.now += 1_000_000;
    expect(await snapshots.current(APP)).toBe(found[0]);
    expect(told).toEqual(['built']);
  });

  it('each key gets its own address of events, and nothing else differs', async () => {
    const { snapshots, state } = stage();
    expect((await snapshots.current(APP))?.snapshot.eventUrl).toBeUndefined();
    state.eventUrl = 'https://ads.example/{key}/events';
    const [one, other] = await Promise.all(['pk_2', 'pk_3'].map((key) => snapshots.current({ ...APP, key })));
    expect(one?.snapshot.eventUrl).toBe('https://ads.example/pk_2/events');
    expect(one?.sha256).not.toBe(other?.sha256);
    expect(one?.bytes.toString().replace('pk_2', 'pk_3')).toBe(other?.bytes.toString());
    for (const made of [one, other])
      expect(made?.sha256).toBe(
        createHash('sha256')
          .update(made?.bytes ?? '')
          .digest('hex'),
      );
  });

  it('a change is in the snapshot a second later, and not looked for before', async () => {
    const { hash, change, state } = stage();
    const before = await hash();
    change([]);
    state.now += 999;
    expect(await hash()).toBe(before);
    state.now += 1;
    expect(await hash()).not.toBe(before);
  });

  it('a request that knows a newer version does not get a snapshot whose making began before', async () => {
    const { hash, change, state } = stage();
    const before = await hash();
    change([]);
    state.now += 1000;
    let late: Promise<string | undefined> | undefined;
    state.onKeep = () => {
      if (late) return;
      change([group('0000000002')]);
      state.now += 1000;
      late = hash();
    };
    const first = await hash();
    expect(first).not.toBe(before);
    const second = await late;
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
    expect(await hash()).toBe(second);
  });

  it('if groups change while they are read, they are read again, but not for ever', async () => {
    const { hash, state, change } = stage();
    state.onRead = () => change(state.groups);
    expect(await hash()).toBeDefined();
    expect(state.reads).toBe(3);
  });

  it('another catalogue ends the snapshot at once', async () => {
    const { hash, state } = stage();
    const before = await hash();
    state.catalogue = catalogueWith('2');
    expect(await hash()).not.toBe(before);
  });

  it('while the database does not answer, the last snapshot is served, and then the new one', async () => {
    const { hash, change, state, told } = stage();
    const before = await hash();
    change([]);
    state.isDown = true;
    state.now += 10_000;
    state.catalogue = catalogueWith('2');
    expect(await hash()).toBe(before);
    expect(told).toContain('outage');
    state.isDown = false;
    state.now += 1000;
    expect(await hash()).not.toBe(before);
  });

  it('without an earlier snapshot an outage is an error', async () => {
    const { hash, state } = stage();
    state.isDown = true;
    await expect(hash()).rejects.toThrow(UnavailableError);
  });

  it('a snapshot is served although its copy cannot be kept', async () => {
    const { hash, state, told } = stage();
    state.canKeep = false;
    expect(await hash()).toBeDefined();
    expect(told).toEqual(['built', 'outage']);
  });

  it('if the configuration becomes too large, the last snapshot is served, also after a restart', async () => {
    const { hash, change, state, told, start } = stage();
    const before = await hash();
    change(MANY);
    state.now += 1000;
    expect(await hash()).toBe(before);
    state.now += 1000;
    expect(await hash()).toBe(before);
    expect(told).toEqual(['built', 'too large', 'built']);
    expect((await start().current(APP))?.sha256).toBe(before);
    change([]);
    state.now += 1000;
    expect(await hash()).not.toBe(before);
  });

  it('if the first configuration is too large, requests are refused without making it again', async () => {
    const { hash, change, told } = stage();
    change(MANY);
    await expect(hash()).rejects.toMatchObject({ reason: 'SNAPSHOT_TOO_LARGE' });
    await expect(hash()).rejects.toMatchObject({ reason: 'SNAPSHOT_TOO_LARGE' });
    expect(told).toEqual(['too large', 'built']);
  });
});
