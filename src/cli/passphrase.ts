import { closeSync, openSync, readSync } from 'node:fs';
import { password as ask, isCancel } from '@clack/prompts';
import { UsageError } from './exit.ts';

/** In characters, for one that is made. */
const SHORTEST = 12;

/** More than any passphrase and less than a file that was named by mistake; bytes. */
const LONGEST = 4096;

const FILE = '--passphrase-file';

function startOf(path: string): string {
  const bytes = Buffer.alloc(LONGEST + 1);
  try {
    const descriptor = openSync(path, 'r');
    const length = readSync(descriptor, bytes);
    closeSync(descriptor);
    return bytes.toString('utf8', 0, length);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UsageError(`${FILE} (${path}) cannot be read: ${code}`);
  }
}

function fromFile(path: string): string {
  const text = startOf(path).replace(/\r?\n$/, '');
  if (text === '' || Buffer.byteLength(text) > LONGEST || text.includes('\n'))
    throw new UsageError(`${FILE} (${path}) has to hold one line, the passphrase, and nothing else`);
  return text;
}

async function asked(message: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(`a passphrase is needed: name a file that holds it with ${FILE}`);
  const answer = await ask({ message, output: process.stderr });
  if (isCancel(answer) || answer === '') throw new UsageError('no passphrase was given');
  return answer;
}

async function askedTwice(): Promise<string> {
  const first = await asked('Passphrase for the keys');
  if ((await asked('The same once more')) === first) return first;
  throw new UsageError('the two passphrases are not the same');
}

/** That the keys were encrypted with. */
export const knownPassphrase = (file: string | undefined): Promise<string> =>
  file === undefined ? asked('Passphrase of the keys') : Promise.resolve(fromFile(file));

/** That the keys are to be encrypted with. */
export async function newPassphrase(file: string | undefined): Promise<string> {
  const passphrase = file === undefined ? await askedTwice() : fromFile(file);
  if ([...passphrase].length >= SHORTEST) return passphrase;
  throw new UsageError(`the passphrase has fewer than ${SHORTEST} characters; take several words`);
}
