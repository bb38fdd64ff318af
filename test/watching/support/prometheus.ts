import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { RULE_FILES } from './rules.ts';

const CONFIGURATION = fileURLToPath(new URL('../../../deploy/prometheus/prometheus.yml', import.meta.url));

export interface Prometheus {
  /** Number of series that an expression has now. */
  count(expr: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts Prometheus with the configuration of deploy, which scrapes the server every second. */
export async function startPrometheus(adminUrl: string): Promise<Prometheus> {
  const folder = temporaryFolder('prometheus');
  for (const path of RULE_FILES) copyFileSync(path, join(folder, basename(path)));
  const configuration = readFileSync(CONFIGURATION, 'utf8')
    .replace('127.0.0.1:8081', new URL(adminUrl).host)
    .replaceAll('_interval: 30s', '_interval: 1s');
  writeFileSync(join(folder, 'prometheus.yml'), configuration);
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 200 });
  return {
    async count(expr) {
      const response = await fetch(`${url}/api/v1/query`, {
        method: 'POST',
        body: new URLSearchParams({ query: expr }),
      });
      const { status, data, error } = (await response.json()) as {
        readonly status: string;
        readonly data?: { readonly result: readonly unknown[] };
        readonly error?: string;
      };
      if (status !== 'success') throw new Error(`${expr}: ${error}`);
      return data?.result.length ?? 0;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
