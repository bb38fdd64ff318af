import type { ConnectionOptions } from 'node:tls';
import { sql } from 'kysely';
import pg from 'pg';
import { type Fault, type Inspection, inspection } from '../inspection.ts';
import { COPIES, type CopiesState, copiesFault } from './copies.ts';
import { hostUrls } from './hosts.ts';
import { statements } from './named-statements.ts';
import { postgresKysely } from './postgres-kysely.ts';

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

/**
 * Whether a host of the settings is this machine. Other spellings of loopback (`127.1`, `0:0:0:0:0:0:0:1`) do
 * not count.
 */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

const isLocal = (host: string): boolean => host.startsWith('/') || isLoopback(host);

type Tls = boolean | string | ConnectionOptions;

/** Both the certificate chain and the host name are verified, as Node does by default. */
function isVerified(tls: Tls): boolean {
  if (typeof tls !== 'object') return tls === true;
  return tls.rejectUnauthorized !== false && tls.checkServerIdentity === undefined;
}

/**
 * Whether a connection to a host of this URL leaves the machine without TLS that verifies the server. Uses the driver
 * to decide, because `sslmode` depends on its version and the environment (`PGHOST`, `PGSSLMODE`) matters
 * too. @throws the error that the driver would throw when it connects
 */
export function isExposed(url: string): boolean {
  return hostUrls(url).some((connectionString) => {
    const { host, ssl } = new pg.Client({ connectionString }) as pg.Client & { readonly ssl: Tls };
    return !isLocal(host) && !isVerified(ssl);
  });
}

/** Settings of the server, the values that a durable store needs, and the remedy for other values. */
const NEEDED: readonly (readonly [string, (value: string) => boolean, string])[] = [
  ['server_version_num', (value) => Number(value) >= 150_000, 'upgrade PostgreSQL to version 15 or newer'],
  ['server_encoding', (value) => value === 'UTF8', "make the database with encoding 'UTF8'"],
  ['fsync', (value) => value === 'on', 'turn fsync on: a crash can damage the database'],
  [
    'full_page_writes',
    (value) => value === 'on',
    'turn full_page_writes on: a crash can damage the database',
  ],
  [
    'synchronous_commit',
    (value) => value !== 'off',
    'turn synchronous_commit on: a crash loses changes that were acknowledged',
  ],
];

/** The methods of the result throw UnavailableError if the server cannot be reached. */
export function inspectPostgres(url: string, timeout: number, needsCopies: boolean): Inspection {
  const role = needsCopies ? 'bestPrimary' : 'primary';
  const kysely = postgresKysely({ url, role, size: 1, timeout, statements: statements(false) });

  async function value(setting: string): Promise<string> {
    const { rows } = await sql<{ value: string }>`select current_setting(${setting}) as value`.execute(
      kysely,
    );
    return rows[0]?.value ?? '';
  }

  return inspection(kysely, {
    async faults() {
      const faults: Fault[] = [];
      for (const [setting, isGood, remedy] of NEEDED) {
        const found = await value(setting);
        if (!isGood(found)) faults.push({ text: `${setting} of PostgreSQL is ${found}`, remedy });
      }
      if (!needsCopies) return faults;
      const { rows } = await sql.raw<CopiesState>(COPIES).execute(kysely);
      const alone = rows[0] && copiesFault(rows[0]);
      return alone ? [...faults, alone] : faults;
    },
    // VACUUM FULL is left to people: it blocks its tables.
    hasLeftovers: async () => false,
    close: () => kysely.destroy(),
  });
}
