import { isDeepStrictEqual } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import { query } from '../../support/database.ts';
import type { CrashWriter } from './crash-writer.ts';

interface Entry {
  readonly resource: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const NEW = `select change_id, subject_id, details, details_deflated from state_change
  where actor = 'client' and change_id > ? order by change_id`;

const COUNTS = `select count(*) as entries, count(distinct request_id) as requests
  from state_change where actor = 'client'`;

/** Compares acknowledged changes with the audit log. Entries that were found once are only counted later. */
export class MediationTrail {
  readonly #database: string;
  readonly #writers: readonly CrashWriter[];
  readonly #last = new Map<string, unknown>();
  #lastEntry = '';
  #entries = 0;

  constructor(database: string, writers: readonly CrashWriter[]) {
    this.#database = database;
    this.#writers = writers;
  }

  /** Checks that every answer is in a chain of entries from the first state of a resource to its current state. */
  async expectKept(): Promise<void> {
    const added = Map.groupBy(this.#newEntries(), ({ resource }) => resource);
    for (const [resource, entries] of added) this.#expectChain(resource, entries);
    for (const writer of this.#writers) {
      for (const answer of writer.acknowledged) {
        const found = added.get(answer.name)?.some(({ after }) => isDeepStrictEqual(after, answer));
        expect(found, JSON.stringify(answer)).toBe(true);
      }
      writer.acknowledged = [];
      for (const group of await writer.readGroups()) expect(this.#last.get(group.name)).toEqual(group);
    }
    this.#expectCounts();
  }

  #newEntries(): readonly Entry[] {
    const rows = query(this.#database, NEW, this.#lastEntry);
    this.#entries += rows.length;
    this.#lastEntry = String(rows.at(-1)?.change_id ?? this.#lastEntry);
    return rows.map(({ subject_id: resource, details, details_deflated: deflated }) => ({
      ...(JSON.parse(String(details ?? inflateRawSync(deflated as Uint8Array))) as Omit<Entry, 'resource'>),
      resource: String(resource),
    }));
  }

  #expectChain(resource: string, entries: readonly Entry[]): void {
    for (const { before, after } of entries) {
      if (/mediationGroups\/\d+$/.test(resource))
        expect(isDeepStrictEqual(before, this.#last.get(resource)), resource).toBe(true);
      this.#last.set(resource, after);
    }
  }

  #expectCounts(): void {
    const sum = (count: (writer: CrashWriter) => number) =>
      this.#writers.reduce((total, writer) => total + count(writer), 0);
    const [counts] = query(this.#database, COUNTS);
    expect(counts?.entries, 'what was found before').toBe(this.#entries);
    expect(counts?.requests).toBeGreaterThanOrEqual(sum(({ answered }) => answered));
    expect(counts?.requests).toBeLessThanOrEqual(sum(({ sent }) => sent));
  }
}
