import { Gauge, type Registry } from 'prom-client';

/** Values about the server and its machine that are read when metrics are requested. */
export interface ServerSources {
  readonly version: string;
  /** Rejects if the server is not ready. */
  readonly ready: () => Promise<void>;
  /** Rejects if the database does not answer or refuses writes. */
  readonly database: () => Promise<void>;
  /** Bytes of the disk of the data folder. */
  readonly disk: () => Promise<{ readonly free: number; readonly size: number }>;
  /** Milliseconds since the last backup of each part; none without a backup. */
  readonly backupAges: () => Readonly<Record<string, number>>;
}

const holds = (check: Promise<void>): Promise<number> =>
  check.then(
    () => 1,
    () => 0,
  );

/** Metrics about the server and its machine, whose values are read each time metrics are requested. */
export function addServerMetrics(registry: Registry, sources: ServerSources): void {
  const { ready, database, disk, backupAges, version } = sources;
  const registers = [registry];
  new Gauge({
    name: 'diptych_build_info',
    help: 'Always 1; the label is the version of the server.',
    labelNames: ['version'],
    aggregator: 'max',
    registers,
  }).set({ version }, 1);

  /** A gauge that is absent while its value is unknown. Of several workers, the lowest value counts. */
  const lowest = (name: string, help: string, value: () => Promise<number | undefined>) => {
    new Gauge({
      name,
      help,
      aggregator: 'min',
      registers,
      async collect() {
        const found = await value().catch(() => undefined);
        if (found === undefined) this.remove();
        else this.set(found);
      },
    });
  };

  lowest('diptych_ready', '1 if the readiness check passes; else 0.', () => holds(ready()));
  lowest('diptych_database_up', '1 if the database answers and accepts writes; else 0.', () =>
    holds(database()),
  );
  lowest('diptych_disk_free_bytes', 'Free space on the disk of the data folder.', async () => {
    return (await disk()).free;
  });
  lowest('diptych_disk_size_bytes', 'Size of the disk of the data folder.', async () => {
    return (await disk()).size;
  });
  new Gauge({
    name: 'diptych_backup_age_seconds',
    help: 'Age of the last backup of a part of this data folder by diptych backup; absent if there is none.',
    labelNames: ['part'],
    aggregator: 'min',
    registers,
    collect() {
      this.reset();
      for (const [part, age] of Object.entries(backupAges())) this.set({ part }, Math.floor(age / 1000));
    },
  });
}
