import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diptych } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it.each([
  ['port', []],
  ['admin-port', []],
  ['port', ['--workers', '2']],
] as const)('serve refuses a --%s in use before it makes anything (%s)', async (option, more) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const data = join(temporaryFolder('port-in-use'), 'data');
  const free = option === 'port' ? 'admin-port' : 'port';
  const { err, exit } = await diptych(
    ...['serve', '--data', data, `--${option}`, String(port), `--${free}`, '0', ...more],
  );
  other.close();
  expect(exit).toBe(2);
  expect(err).toContain(`127.0.0.1:${port} (EADDRINUSE)`);
  expect(existsSync(data)).toBe(false);
});
