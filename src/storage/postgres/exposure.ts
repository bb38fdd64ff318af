import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { isLoopback } from '../../conventions/loopback.ts';

const isLocal = (host: string): boolean => host.startsWith('/') || isLoopback(host);

type Tls = boolean | string | ConnectionOptions;

/** The chain and the name are checked. Node checks both by default. */
function isVerified(tls: Tls): boolean {
  if (typeof tls !== 'object') return tls === true;
  return tls.rejectUnauthorized !== false && tls.checkServerIdentity === undefined;
}

/**
 * Whether a connection to this URL leaves the machine without TLS that verifies the server. The driver itself is asked:
 * `sslmode` means other things in its versions, and the environment (`PGHOST`, `PGSSLMODE`) counts too.
 * @throws what the driver would throw when it connects
 */
export function isExposed(url: string): boolean {
  const { host, ssl } = new pg.Client({ connectionString: url }) as pg.Client & { readonly ssl: Tls };
  return !isLocal(host) && !isVerified(ssl);
}
