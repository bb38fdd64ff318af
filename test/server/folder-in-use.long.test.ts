import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { diptych } from '../support/cli.ts';
import { type ServerProcess, startProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const newFolder = () => join(temporaryFolder('folder-in-use'), 'data');

async function start(folder: string, workers = 1): Promise<ServerProcess> {
  const server = await startProcess(folder, { DIPTYCH_WORKERS: String(workers) });
  onTestFinished(() => server.kill());
  return server;
}

const serves = ({ pid }: ServerProcess, folder: string) =>
  `data: process ${pid} on ${hostname()} serves ${folder}; stop it first`;

const contentOf = (folder: string) =>
  ['server.json', 'serve.pid', 'admin.token'].map((name) => readFileSync(join(folder, name), 'utf8'));

const isAlive = async ({ url }: ServerProcess) => (await fetch(`${url}/readyz`)).status === 200;

describe('A data folder that a server uses with SQLite', () => {
  it('refuses a server, which changes nothing; after a kill and after a stop the next one starts at once', async () => {
    const folder = newFolder();
    const server = await start(folder, 2);
    const before = { names: readdirSync(folder), content: contentOf(folder) };
    const second = start(folder);
    await expect(second).rejects.toThrow('status 2');
    await expect(second).rejects.toThrow(serves(server, folder));
    expect({ names: readdirSync(folder), content: contentOf(folder) }).toEqual(before);
    expect(await isAlive(server)).toBe(true);

    await server.kill();
    expect(existsSync(join(folder, 'serve.pid'))).toBe(true);
    const next = await start(folder, 2);
    expect(await isAlive(next)).toBe(true);
    await expect(start(folder)).rejects.toThrow(serves(next, folder));
    expect(await next.stop()).toBe(0);
    expect(existsSync(join(folder, 'serve.pid'))).toBe(false);
    expect(await isAlive(await start(folder, 2))).toBe(true);
  });

  it('is served by one of several servers that start together', async () => {
    const folder = newFolder();
    const starts = await Promise.allSettled([start(folder), start(folder, 2), start(folder)]);
    const refused = starts.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(refused).toHaveLength(2);
    for (const reason of refused) expect(reason).toMatch(/status 2: (.|\n)* serves /);
  });

  it('is refused to the demo and to commands that need it alone, in another container too', async () => {
    const folder = newFolder();
    const server = await start(folder);
    // In a container both processes would have the id 1.
    writeFileSync(join(folder, 'server.json'), JSON.stringify({ pid: process.pid }));
    for (const command of [
      ['demo', '--once'],
      ['status-lists', 'close'],
    ]) {
      const { exit, err } = await diptych(...command, '--data', folder);
      expect({ exit, err }).toEqual({ exit: 2, err: expect.stringContaining(serves(server, folder)) });
    }
    // Asking does not unlock it.
    await expect(start(folder)).rejects.toThrow(serves(server, folder));
  });
});
