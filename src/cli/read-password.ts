import { password as askPassword, isCancel } from '@clack/prompts';
import { UsageError } from './exit.ts';

/** More than any password and less than a file that was piped in by mistake. */
const LONGEST_INPUT = 8192;

async function fromInput(): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    text += chunk;
    if (text.length > LONGEST_INPUT) throw new UsageError('the password on the standard input is too long');
  }
  return text.replace(/\r?\n$/, '');
}

async function asked(): Promise<string> {
  const answer = await askPassword({ message: 'Password' });
  if (isCancel(answer)) throw new UsageError('no password was given');
  return answer;
}

/** The option, or what is piped in, or what is typed without being shown. */
export async function readPassword(option: string | undefined): Promise<string> {
  const password = option ?? (process.stdin.isTTY ? await asked() : await fromInput());
  if (password !== '') return password;
  throw new UsageError('a password is needed: --password, or on the standard input');
}
