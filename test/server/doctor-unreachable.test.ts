import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { diagnose } from '../../src/server/doctor/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('doctor asks a database that does not answer once, says so once, and makes the other checks', async () => {
  let asked = 0;
  const server = createServer((socket) => {
    asked += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const options = {
    data: temporaryFolder('doctor-unreachable'),
    'database.url': `postgres://x@127.0.0.1:${port}/x`,
  };
  const { findings } = await diagnose({ environment: {}, options });
  await new Promise((resolve) => server.close(resolve));
  const failures = findings.filter(({ level }) => level === 'failure');
  expect(failures).toEqual([
    expect.objectContaining({
      check: 'store',
      text: expect.stringMatching(/^the database cannot be reached/),
      remedy: expect.stringContaining('database.url'),
    }),
  ]);
  expect(asked).toBe(1);
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['folder', 'attestation', 'callers', 'console', 'people']),
  );
});
