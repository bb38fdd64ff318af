import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import {
  ABOVE_STATEMENTS,
  LONG,
  LONG_POSTGRES,
  PARQUET,
  PARTITIONED,
  POOLED,
  POSTGRES,
  RANDOM,
  RELEASE,
  RELEASE_POSTGRES,
  STATELESS,
  STORED,
} from './test/suites.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { onMemoryDisk } from './test/support/memory-disk.ts';

// Each worker loads the sources, and so does each process that a test starts.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/compiled', import.meta.url));

const env = onMemoryDisk();

/** Suites that have a project of their own. */
const ELSEWHERE = ['test/postgres/**', 'test/pooler/**', 'test/faults/postgres/**'];

const ON_POSTGRES = {
  provide: { database: 'postgres' as const },
  isolate: false,
  globalSetup: 'test/support/postgres/global-setup.ts',
};

/** Long tests often wait for other processes: with one worker more than cores, the cores are idle a fifth of the time. */
const WAITING = { maxWorkers: availableParallelism() + 2, sequence: { groupOrder: 1 } };

const BUILT_COMMAND = 'test/support/built-command.ts';
const TOKEN = 'test/keys/support/install-token.ts';

/** Random cases of `npm test` and of the release tests, for each of `npm run test:long`. */
const FEW_RUNS = { TEST_RUNS: process.env.TEST_RUNS ?? '0.5' };
const MANY_RUNS = { TEST_RUNS: process.env.TEST_RUNS ?? '10' };

const EACH_SUITE = 'test/support/each-suite.ts';

const BEHIND_POOLER = {
  ...ON_POSTGRES,
  globalSetup: 'test/support/postgres/pooler-setup.ts',
  setupFiles: [EACH_SUITE, 'test/support/postgres/skip-without-pooler.ts'],
};

export default defineConfig({
  test: {
    // Tests start many processes. With threads each start copies the page table of all workers, and their pages after it.
    pool: 'forks',
    // Node imports the sources itself, as in a clone that runs. Importing and running take less time than through Vite.
    // `nodeLoader` adds hooks for mocked modules, which no test has.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: EACH_SUITE,
    sequence: { sequencer: LongestFirst },
    // One more than cores, because tests wait for processes that they start, too.
    maxWorkers: availableParallelism() + 1,
    // Ends what hangs. No test passes or fails by its speed, so both are far beyond what a busy machine needs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 180_000 } },
    // The contexts of whoever runs the tests are not for them.
    env: { XDG_CONFIG_HOME: '/nonexistent' },
    reporters: process.env.CI ? ['default', './test/support/counting-reporter.ts'] : ['default'],
    provide: {
      bin: fileURLToPath(new URL('bin/diptych.js', import.meta.url)),
      database: 'sqlite',
      reports: 'database',
      postgres: '',
      pooler: { url: '', knowsPrepared: false },
    },
    projects: [
      // npm test
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['src/**/*.test.ts', 'console/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...ELSEWHERE, ...LONG, ...RELEASE],
          globalSetup: TOKEN,
          isolate: false,
          env: { ...env, ...FEW_RUNS },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: POSTGRES,
          exclude: STATELESS,
          ...ON_POSTGRES,
          env: { ...env, ...FEW_RUNS },
        },
      },
      // npm run test:long
      {
        extends: true,
        test: {
          name: 'long',
          ...WAITING,
          include: LONG,
          exclude: ELSEWHERE,
          globalSetup: [BUILT_COMMAND, TOKEN],
          isolate: false,
          env,
        },
      },
      {
        extends: true,
        test: {
          name: 'long-parquet',
          include: PARQUET,
          isolate: false,
          provide: { reports: 'parquet' },
          env,
        },
      },
      {
        extends: true,
        test: {
          ...ON_POSTGRES,
          ...WAITING,
          name: 'long-postgres',
          include: [...LONG_POSTGRES, ...ABOVE_STATEMENTS],
          globalSetup: [BUILT_COMMAND, ON_POSTGRES.globalSetup],
          env,
        },
      },
      {
        extends: true,
        test: {
          ...BEHIND_POOLER,
          ...WAITING,
          name: 'long-pooler',
          include: ['test/pooler/**/*.test.ts'],
          globalSetup: [BUILT_COMMAND, BEHIND_POOLER.globalSetup],
          env,
        },
      },
      {
        extends: true,
        test: {
          ...ON_POSTGRES,
          ...WAITING,
          name: 'long-partitioned',
          include: PARTITIONED,
          globalSetup: 'test/support/postgres/partitioned-setup.ts',
          env,
        },
      },
      // npm run test:release
      {
        extends: true,
        test: { name: 'release', include: RELEASE, exclude: [...RELEASE_POSTGRES, ...RANDOM] },
      },
      { extends: true, test: { ...BEHIND_POOLER, name: 'release-pooler', include: POOLED } },
      { extends: true, test: { name: 'release-random', include: RANDOM, env: MANY_RUNS } },
      {
        extends: true,
        test: {
          name: 'release-postgres',
          include: [...STORED, ...RELEASE_POSTGRES],
          exclude: [...POSTGRES, ...ABOVE_STATEMENTS, ...STATELESS],
          ...ON_POSTGRES,
          env: MANY_RUNS,
        },
      },
    ],
  },
});
