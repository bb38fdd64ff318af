import { Command } from 'commander';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { SIGNED_DOCUMENTS } from '../../admin/contract/words.ts';
import { percentText } from '../../conventions/percent.ts';
import { callAdmin } from '../admin/client.ts';
import { confirmed, YES } from '../admin/confirm.ts';
import { type Connection, type ConnectionOptions, connectionOf } from '../admin/connection.ts';
import { UsageError } from '../cli-errors.ts';
import { timeOption } from '../options.ts';
import { print } from '../output.ts';
import type { Compromise } from './notices.ts';

interface Options extends ConnectionOptions {
  readonly since?: string;
  readonly progress?: boolean;
  readonly out?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

type Key = AdminResponse<'listKeys'>['keys'][number];

const isCompromised = ({ compromiseTime }: Key) => compromiseTime !== undefined;

/** Of a role, the newest compromised key; if there is none, a key that the server says is not compromised. */
async function compromisedId(connection: Connection, key: string): Promise<string> {
  const { keys } = await callAdmin(connection, 'listKeys', {});
  const ofRole = keys.filter(({ role }) => role === key);
  return (ofRole.findLast(isCompromised) ?? ofRole.at(-1))?.id ?? key;
}

/**
 * Of a role, the active key, if no other one is compromised: a command that is repeated, because its answer was lost or its time
 * was wrong, would stop the successor.
 */
async function suspectedId(connection: Connection, key: string): Promise<string> {
  const { keys } = await callAdmin(connection, 'listKeys', {});
  const ofRole = keys.filter(({ role }) => role === key);
  const active = ofRole.find(({ stage }) => stage === 'active');
  const earlier = ofRole.findLast(isCompromised);
  if (!active || !earlier) return (active ?? earlier)?.id ?? key;
  const text = `the ${key} key ${earlier.id} is already recorded as compromised, since ${earlier.compromiseTime}; see --progress`;
  throw new UsageError(`${text}; if others may have its successor too, name that one: ${active.id}`);
}

function progressText({ progress }: Compromise): readonly string[] {
  if (!progress) return [];
  if (progress.countTime === undefined)
    return [`its live ${SIGNED_DOCUMENTS.first} are being counted; see --progress in some minutes`];
  const { left = 0, msos = 0, share = 0, credentials = 0, perHour, forecastTime } = progress;
  return [
    `${left} of ${msos} live ${SIGNED_DOCUMENTS.first}, ${percentText(share)}, on ${credentials} devices, counted ${progress.countTime}`,
    ...(perHour === undefined ? [] : [`replaced in an hour: ${perHour}`]),
    ...(forecastTime === undefined ? [] : [`none is left on ${forecastTime}`]),
  ];
}

function compromiseText(
  compromise: Compromise,
  files: readonly string[],
  hasSteps = files.length > 0,
): string {
  const { key, successor, sinceTime, recordTime, dates, steps } = compromise;
  const by = successor ? `; ${successor.id} replaces it` : '';
  return [
    `${key.role} ${key.id}: compromised since ${sinceTime}, not used since ${recordTime}${by}`,
    '',
    'In the worst case:',
    ...dates.map(({ time, text }) => `  ${time}  ${text}`),
    '',
    ...progressText(compromise),
    ...(hasSteps ? ['', 'What you must do:', ...steps.map((step, at) => `  ${at + 1}. ${step}`)] : []),
    ...(files.length === 0 ? [] : ['', 'Written:', ...files.map((file) => `  ${file}`)]),
  ]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd();
}

async function written(compromise: Compromise, folder: string): Promise<readonly string[]> {
  const { writeNotices } = await import('./notices.ts');
  return writeNotices(folder, compromise);
}

async function compromise(key: string, options: Options): Promise<void> {
  const connection = connectionOf(options);
  if (options.progress) {
    const answer = await callAdmin(connection, 'getKeyCompromise', {
      id: await compromisedId(connection, key),
    });
    const files = options.out === undefined ? [] : await written(answer, options.out);
    print(files.length === 0 ? answer : { ...answer, files }, options, () => compromiseText(answer, files));
    return;
  }
  if (options.since === undefined)
    throw new UsageError('--since is missing: the earliest time at which others may have had the key');
  const sinceTime = new Date(timeOption(options.since, '--since')).toISOString();
  const id = await suspectedId(connection, key);
  const named = id === key ? `the key ${id}` : `the ${key} key ${id}`;
  await confirmed(() => `Stop using ${named}, because others may have it`, options);
  const answer = await callAdmin(connection, 'compromiseKey', { id, sinceTime });
  let files: readonly string[] = [];
  try {
    files = await written(answer, options.out ?? `compromise-${id.slice(0, 8)}`);
  } finally {
    // The key is stopped even if the folder cannot be written.
    print({ ...answer, files }, options, () => compromiseText(answer, files, true));
  }
}

const HELP = `
KEY is an id as "diptych keys list" shows it, or a role: for its active key if
no other key of it is compromised, or with --progress for its newest
compromised key.

In one transaction the server stops using the key and activates the next one; it
makes one if none waits and the key of the root is here. The private key is
destroyed after a minute. The command prints until when forgeries last, and
writes a request for the revocation list and notices, with the facts filled in.
If a second person must approve it, write them afterwards, by --progress with
--out.

Other secrets: "diptych seals rotate --reason keyCompromised" for the key of the
seals, "diptych oauth keys rotate --compromised" for those of access tokens,
"diptych users disable" for an administrator.

Examples:
  diptych keys compromise documentSigner --since 2026-11-20 --out notices
  diptych keys compromise documentSigner --progress
  diptych keys compromise 4F0C… --progress --out notices`;

export const compromiseCommand = (): Command =>
  new Command('compromise')
    .description('Stop using a key that others may have, activate its successor, and tell what follows')
    .argument('<key>', 'id, or role of an active key')
    .option('--since <time>', 'when others may have had the key for the first time')
    .option(
      '--progress',
      `change nothing; show how many live ${SIGNED_DOCUMENTS.first} a compromised key signed`,
    )
    .option('--out <folder>', 'write the notices there (default: compromise- and the start of the id)')
    .option(...YES)
    .addHelpText('after', HELP)
    .action(compromise);
