import { TOKEN_MISSING } from '../../keys/support/token.ts';
import { say } from '../../support/apt.ts';
import { freePort } from '../../support/free-port.ts';
import { startPostgres } from '../../support/postgres/start.ts';
import { systemPrograms } from '../../support/postgres/system-programs.ts';
import { commandsOf } from './commands-of.ts';
import type { Machine } from './run-guide.ts';

const programs = systemPrograms();
const missing =
  TOKEN_MISSING ??
  (programs === undefined ? 'PostgreSQL is not installed (apt-get install postgresql)' : undefined);
if (missing !== undefined) say(`SKIPPED, the production walkthrough: ${missing}`);

/** A PostgreSQL, and free ports in place of those that diptych init writes. */
async function machine(): Promise<Machine> {
  const postgres = await startPostgres({ programs: programs! });
  const [port, issuerPort, adminPort] = [await freePort(), await freePort(), await freePort()];
  return {
    ports: new Map([['5432', new URL(postgres.url('postgres')).port]]),
    environment: {
      DIPTYCH_PORT: String(port),
      DIPTYCH_ISSUER_PORT: String(issuerPort),
      DIPTYCH_ADMIN_PORT: String(adminPort),
    },
    remove: () => postgres.stop(),
  };
}

/** Runs the production walkthrough. `install` may replace the command `bin/diptych` in the folder of the reader. */
export function firstNight(install: (folder: string) => void = () => {}): void {
  commandsOf('docs/operate/first-night.md', {
    isMissing: missing !== undefined,
    prepare: (folder) => {
      install(folder);
      return machine();
    },
    onEnd: (milliseconds) =>
      console.info(
        `From an empty folder to a restored backup: ${(milliseconds / 60_000).toFixed(1)} minutes`,
      ),
  });
}
