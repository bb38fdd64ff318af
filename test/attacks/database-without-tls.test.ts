import { expect, it } from 'vitest';
import type { SettingsError } from '../../src/server/config/load-settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startServing } from '../support/world.ts';

/** An attacker on the network reads what a production server sends to the database. */
it.each(['postgres://db.example/diptych', 'postgres://db.example/diptych?sslmode=no-verify'])(
  'a production server does not start with %s',
  async (url) => {
    const settings = { profile: 'production', 'database.url': url };
    const problems = await startServing({ folder: temporaryFolder('no-tls'), settings }).catch(
      (error: unknown) => (error as SettingsError).problems,
    );
    expect(problems).toContainEqual(expect.stringMatching(/^database\.url: /));
  },
);
