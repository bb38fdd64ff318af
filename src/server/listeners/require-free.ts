import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Settings } from '../config/settings.ts';
import { SettingsError } from '../config/settings-error.ts';

/** An address that cannot be used is a problem of the settings, reported in one line. */
export function listenFailure(error: unknown): unknown {
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code === undefined || port === undefined) return error;
  return new SettingsError([
    `port, issuer.port or adminPort: cannot listen on ${address}:${port} (${code}); choose another`,
  ]);
}

/**
 * Listens at each address of the settings and closes it again, so that an address in use is reported before keys are read
 * and databases are opened. @throws SettingsError
 */
export async function requireFree({ host, port, issuer, adminHost, adminPort }: Settings): Promise<void> {
  const addresses = [
    { host, port },
    ...(issuer.port === undefined ? [] : [{ host: issuer.host ?? host, port: issuer.port }]),
    { host: adminHost, port: adminPort },
  ];
  // Port 0 is a free one.
  for (const address of addresses.filter(({ port }) => port !== 0)) {
    const probe = createServer().listen({ ...address, exclusive: true });
    await once(probe, 'listening').catch((error: unknown) => {
      throw listenFailure(error);
    });
    probe.close();
    await once(probe, 'close');
  }
}
