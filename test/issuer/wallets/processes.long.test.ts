import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { dropDatabaseOf } from '../../support/database-of.ts';
import { credentialRequest, newKey, vciWallet } from '../../support/openid4vci.ts';
import { MDL, mdl } from '../../support/records.ts';
import { type ServerProcess, startBeside, startProcess } from '../../support/server-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SETTINGS = { DIPTYCH_ISSUER_WALLETS_DOCUMENT_TYPES: JSON.stringify([MDL]) };
const CLIENTS = 20;
const BATCH = 10;

const walletOf = ({ url }: ServerProcess) => vciWallet({ url, now: Date.now });

async function newCode({ connection }: ServerProcess, id: string): Promise<string> {
  await callAdmin(connection, 'importHolders', { holders: [{ id, elements: mdl() as never }] });
  return (await callAdmin(connection, 'issueCode', { holderId: id })).code ?? '';
}

function newFolder(): string {
  const folder = temporaryFolder('wallets');
  onTestFinished(() => dropDatabaseOf(folder));
  return folder;
}

async function start(folder: string, begin: typeof startProcess = startProcess): Promise<ServerProcess> {
  const server = await begin(folder, SETTINGS);
  onTestFinished(() => server.kill());
  return server;
}

describe('Wallets by OpenID4VCI with several processes', () => {
  it('of 20 clients with one code at two processes, one gets a token', async () => {
    const folder = newFolder();
    const servers = [await start(folder), await start(folder, startBeside)];
    for (const id of ['h-1', 'h-2', 'h-3']) {
      const code = await newCode(servers[0] as ServerProcess, id);
      const answers = await Promise.all(
        Array.from({ length: CLIENTS }, (_, index) =>
          walletOf(servers[index % servers.length] as ServerProcess).redeem(code),
        ),
      );
      const errors = answers
        .filter(({ status }) => status !== 200)
        .map(({ status, body }) => [status, body.error]);
      expect(errors).toHaveLength(CLIENTS - 1);
      for (const error of errors) expect(error).toEqual([400, 'invalid_grant']);
    }
  });

  it.each([40])(
    'a batch whose process is killed after %i ms and that is repeated gets one set of MSOs',
    async (delay) => {
      const folder = newFolder();
      let server = await start(folder);
      const wallet = walletOf(server);
      const { body } = await wallet.redeem(await newCode(server, 'h-1'));
      const keys = Array.from({ length: BATCH }, () => newKey());
      const request = credentialRequest({ wallet, nonce: await wallet.nonce() }, ...keys);
      const first = wallet.resource('/credential', body.access_token, request).catch(() => undefined);
      await setTimeout(delay);
      await server.kill();
      const told = await first;
      server = await start(folder);
      const again = vciWallet({ url: server.url, now: Date.now }, wallet.key);
      const proofs = credentialRequest({ wallet: again, nonce: await again.nonce() }, ...keys);
      const answers = [
        await again.resource('/credential', body.access_token, proofs),
        await again.resource('/credential', body.access_token, proofs),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(answer.body.credentials).toEqual(answers[0]?.body.credentials);
        expect(answer.body.credentials).toHaveLength(BATCH);
      }
      if (told?.status === 200) expect(told.body.credentials).toEqual(answers[0]?.body.credentials);
    },
  );
});
