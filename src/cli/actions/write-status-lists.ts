import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MsoStatusError, verifyStatusListToken } from '../../formats/status/index.ts';
import { callAdmin } from '../admin/client.ts';
import type { Connection, ConnectionOptions } from '../admin/connection.ts';
import { EXIT } from '../exit.ts';
import { certificatesOf, type Roots } from '../keys/root-certificates.ts';
import { print } from '../output.ts';
import { writeWhole } from '../write-whole.ts';

/** The names of the lists that an export wrote, so that the next one removes those that have ended. */
const INDEX = 'exported.json';

/** Only such files are written and removed. */
const NAME = /^[\w-]{22}$/;

function namesBefore(folder: string): readonly string[] {
  try {
    const { names } = JSON.parse(readFileSync(join(folder, INDEX), 'utf8')) as { readonly names: string[] };
    return names.filter((name) => NAME.test(name));
  } catch {
    return [];
  }
}

interface Listed {
  readonly name: string;
  readonly uri: string;
  readonly rootId: string;
}

/** Fetches a list and verifies it as a reader does: with the root of the MSOs. @throws MsoStatusError */
async function verifiedToken(
  connection: Connection,
  { name, uri, rootId }: Listed,
  roots: Roots,
): Promise<Uint8Array> {
  const answer = await callAdmin(connection, 'getStatusListToken', { name });
  const token = new Uint8Array(Buffer.from(answer.token, 'base64'));
  const trustedRoots = certificatesOf(rootId, roots);
  verifyStatusListToken(token, { uri, now: Date.now(), trustedRoots });
  return token;
}

/** Writes the newest publication of each list to a file with the name of the list. */
export async function writeStatusLists(
  connection: Connection,
  folder: string,
  { roots, ...options }: ConnectionOptions & { readonly roots: Roots },
): Promise<void> {
  const { statusLists } = await callAdmin(connection, 'listStatusLists', {});
  const lists = statusLists.filter(({ name, publishTime }) => NAME.test(name) && publishTime !== undefined);
  const refused: string[] = [];
  for (const list of lists) {
    try {
      writeWhole(join(folder, list.name), await verifiedToken(connection, list, roots));
    } catch (error) {
      if (!(error instanceof MsoStatusError)) throw error;
      refused.push(`${list.name}: ${error.message}`);
    }
  }
  const names = lists.map(({ name }) => name);
  const removed = namesBefore(folder).filter((name) => !names.includes(name));
  for (const name of removed) rmSync(join(folder, name), { force: true });
  writeWhole(join(folder, INDEX), `${JSON.stringify({ names }, null, 2)}\n`);
  if (refused.length > 0) process.exitCode = EXIT.failed;
  const counts = `lists written: ${names.length - refused.length}, removed: ${removed.length}`;
  print({ lists: names, removed, refused }, options, () =>
    [counts, ...refused.map((text) => `readers would refuse ${text}`)].join('\n'),
  );
}
