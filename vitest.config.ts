import { defineConfig } from 'vitest/config';

/** Everything that has a store. */
const STORED = [
  'src/storage/**/*.test.ts',
  'test/{postgres,issuer,mediation,oauth,wallet,connector}/**/*.test.ts',
  'test/server/{baseline,seals,workers}.test.ts',
  'test/faults/kills.test.ts',
  'test/faults/postgres/**/*.test.ts',
];

/** Life cycles and races, which would show what relies on the session of a connection. */
const POOLED = [
  'test/pooler/**/*.test.ts',
  'test/issuer/concurrency/races.test.ts',
  'test/mediation/concurrency/processes.test.ts',
];

export default defineConfig({
  test: {
    pool: 'threads',
    // The standard leaves a core to whoever watches; nobody does.
    maxWorkers: '100%',
    reporters: process.env.CI ? ['default', './test/support/counting-reporter.ts'] : ['default'],
    provide: { database: 'sqlite', postgres: '', pooler: { url: '', knowsPrepared: false } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts'], isolate: false, testTimeout: 30_000 },
      },
      {
        extends: true,
        test: {
          name: 'world',
          include: ['test/**/*.test.ts'],
          exclude: ['test/keys/**', 'test/postgres/**', 'test/pooler/**', 'test/faults/postgres/**'],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: STORED,
          // How SQLite keeps its file is of no concern here.
          exclude: ['test/issuer/storage/**', 'src/storage/migrations/**'],
          provide: { database: 'postgres' },
          isolate: false,
          globalSetup: 'test/support/postgres/global-setup.ts',
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'pooler',
          include: POOLED,
          provide: { database: 'postgres' },
          isolate: false,
          globalSetup: 'test/support/postgres/pooler-setup.ts',
          setupFiles: 'test/support/postgres/skip-without-pooler.ts',
          testTimeout: 60_000,
        },
      },
      // A PKCS#11 module takes its settings from the environment of the process, which threads share.
      {
        extends: true,
        test: {
          name: 'keys',
          include: ['test/keys/**/*.test.ts'],
          globalSetup: 'test/keys/support/install-token.ts',
          pool: 'forks',
          testTimeout: 60_000,
        },
      },
    ],
  },
});
