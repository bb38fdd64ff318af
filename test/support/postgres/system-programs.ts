import { existsSync, readdirSync } from 'node:fs';

const POSTGRES = '/usr/lib/postgresql';

/** The folder of the newest PostgreSQL of Debian; the one from npm has no pg_dump and no pg_basebackup. Undefined without one. */
export function systemPrograms(): string | undefined {
  const [newest] = existsSync(POSTGRES)
    ? readdirSync(POSTGRES)
        .map(Number)
        .sort((one, other) => other - one)
    : [];
  return newest === undefined ? undefined : `${POSTGRES}/${newest}/bin`;
}
