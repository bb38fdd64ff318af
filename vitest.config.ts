import { defineConfig } from 'vitest/config';

const STORED = [
  'src/storage/**/*.test.ts',
  'test/postgres/**/*.test.ts',
  'test/issuer/{spec,concurrency}/**/*.test.ts',
  'test/issuer/outbox/{delivery,news,operators,processes}.test.ts',
  'test/issuer/admin/{approvals,filters,holders}.test.ts',
  'test/issuer/holders/erase.test.ts',
  'test/issuer/{crash,birthdays}.test.ts',
  'test/mediation/concurrency/**/*.test.ts',
  'test/mediation/domain/{concurrency,create-group,experiments,large-lists,model,update-mask}.test.ts',
  'test/oauth/{refresh,revocation}.test.ts',
];

const EVERYTHING_STORED = [...STORED, 'test/{issuer,mediation,oauth}/**/*.test.ts'];

export default defineConfig({
  test: {
    pool: 'threads',
    // The standard leaves a core to whoever watches; nobody does.
    maxWorkers: '100%',
    reporters: process.env.CI ? ['default', './test/support/counting-reporter.ts'] : ['default'],
    provide: { database: 'sqlite', postgres: '' },
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
          exclude: ['test/keys/**', 'test/postgres/**'],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      // What the two databases could answer differently; DIPTYCH_TEST_POSTGRES=all for every suite that has a store.
      {
        extends: true,
        test: {
          name: 'postgres',
          include: process.env.DIPTYCH_TEST_POSTGRES === 'all' ? EVERYTHING_STORED : STORED,
          // How SQLite keeps its file is of no concern here.
          exclude: ['test/issuer/storage/**', 'src/storage/migrations/**'],
          provide: { database: 'postgres' },
          isolate: false,
          globalSetup: 'test/support/postgres/global-setup.ts',
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
