import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Keep } from '../harness/with-folder.ts';
import { newCode, rootsOf } from '../issuer/phone.ts';
import { ELEMENTS } from '../issuer/record.ts';
import { type Served, serve } from '../load/serve.ts';
import { DOC_TYPE } from './parts/doc-type.ts';
import type { Command, Started } from './parts/main.ts';
import { CLIENT_ID } from './parts/wallets.ts';
import type { CredentialIssuer } from './wallet.ts';
import { SETTINGS } from './windows.ts';

/** A server that can be given holders, as its operator does. */
export interface Issuer {
  readonly url: string;
  readonly pid: number;
  readonly roots: readonly Uint8Array[];
  /** Issues a code for a new holder. */
  newCode(holderId: string): Promise<string>;
  acceptProofing(id: string): Promise<unknown>;
  /** Its side of OpenID4VCI. */
  readonly wallets: CredentialIssuer;
}

/** `diptych serve`, with keys in files; on SQLite, unless the settings name another database. */
export async function startDiptych(
  folder: string,
  keep: Keep,
  settings: Readonly<Record<string, string>> = {},
): Promise<Issuer> {
  const served = await serve(join(folder, 'diptych'), 1, { ...SETTINGS, ...settings });
  keep(served.stop);
  return issuerAt(served);
}

export async function issuerAt({ url, pid, connection }: Served): Promise<Issuer> {
  const codeOf = (holderId: string) => newCode(connection, holderId);
  return {
    url,
    pid,
    roots: await rootsOf(connection),
    newCode: codeOf,
    acceptProofing: (id) => callAdmin(connection, 'acceptProofing', { id }),
    wallets: { issuer: `${url}/vci`, configurationId: DOC_TYPE, newCode: codeOf },
  };
}

const PARTS = fileURLToPath(new URL('./parts/main.ts', import.meta.url));

/** The server that is put together from npm packages. */
export async function startParts(folder: string, keep: Keep): Promise<Issuer> {
  const child = fork(PARTS, [folder]);
  const ended = once(child, 'exit');
  keep(async () => {
    child.disconnect();
    await ended;
  });
  const [{ port, credentialIssuer, root }] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('the server of npm packages ended'))),
  ])) as [Started];
  let asked = 0;
  const ask = async (command: Command): Promise<string> => {
    asked += 1;
    const id = asked;
    const answer = new Promise<string>((resolve) => {
      const listen = (message: { readonly id: number; readonly value: string }) => {
        if (message.id !== id) return;
        child.off('message', listen);
        resolve(message.value);
      };
      child.on('message', listen);
    });
    child.send({ ...command, id });
    return answer;
  };
  child.setMaxListeners(0);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    roots: [new Uint8Array(Buffer.from(root, 'base64'))],
    newCode: (holderId) => ask({ command: 'newCode', holderId, record: ELEMENTS }),
    acceptProofing: (proofingId) => ask({ command: 'accept', proofingId }),
    wallets: {
      issuer: credentialIssuer,
      clientId: CLIENT_ID,
      configurationId: DOC_TYPE,
      newCode: (holderId, txCode) =>
        ask({
          command: 'newWalletCode',
          holderId,
          record: ELEMENTS,
          ...(txCode !== undefined && { txCode }),
        }),
    },
  };
}
