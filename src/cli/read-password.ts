import { password as askPassword, isCancel } from '@clack/prompts';
import { UsageError } from './exit.ts';
import { readLine } from './read-line.ts';
import { secretOption } from './secret-option.ts';

interface PasswordOptions {
  readonly password?: string;
  readonly json?: boolean;
}

async function asked(): Promise<string> {
  const answer = await askPassword({ message: 'Password' });
  if (isCancel(answer) || answer === '') throw new UsageError('no password was given');
  return answer;
}

/** The option, or what is piped in, or what is typed without being shown. */
export async function readPassword({ password, json }: PasswordOptions): Promise<string> {
  if (password === undefined) return process.stdin.isTTY ? asked() : readLine('password');
  const instead = 'write it to the standard input instead';
  return secretOption(password, { option: '--password', what: 'password', instead, json });
}
