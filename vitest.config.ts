import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'threads',
    reporters: process.env.CI ? ['default', './test/support/counting-reporter.ts'] : ['default'],
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'world', include: ['test/**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
