import { defineConfig } from 'vitest/config';

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
      // Whatever touches the store, once more on the other database.
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [
            'src/storage/**/*.test.ts',
            'test/{issuer,mediation,oauth}/**/*.test.ts',
            'test/postgres/**/*.test.ts',
          ],
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
