import type { Command } from 'commander';
import { NOTIFICATION_WORDS } from '../../admin/contract/notifications/words.ts';
import { NOTIFIED, type NotifiedSubject } from '../../issuer/ports/outbox.ts';
import { adminPages, callAdmin } from '../admin/client.ts';
import {
  type Connection,
  type ConnectionOptions,
  connectionOf,
  withConnection,
} from '../admin/connection.ts';
import { groupCommand } from '../admin/group-command.ts';
import { methodCommand } from '../admin/method-command.ts';
import { UsageError } from '../cli-errors.ts';
import { print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly failed?: boolean;
}

interface Subject {
  readonly subject: NotifiedSubject;
  readonly subjectId: string;
}

async function givenUp(connection: Connection): Promise<readonly Subject[]> {
  const found: Subject[] = [];
  for await (const { notifications } of adminPages(connection, 'listNotifications', { state: 'failed' }))
    found.push(...notifications);
  return found;
}

function subjectOf(subject: string | undefined, subjectId: string | undefined): Subject {
  const known = NOTIFIED.find((name) => name === subject);
  if (known && subjectId !== undefined) return { subject: known, subjectId };
  throw new UsageError('name a proofing or a credential, as credential ID, or --failed');
}

async function replay(
  subject: string | undefined,
  subjectId: string | undefined,
  options: Options,
): Promise<void> {
  if (options.failed && subject !== undefined)
    throw new UsageError('name one subject, or --failed, not both');
  const connection = connectionOf(options);
  const wanted = options.failed ? await givenUp(connection) : [subjectOf(subject, subjectId)];
  const notifications = [];
  for (const { subject: kind, subjectId: id } of wanted)
    notifications.push(await callAdmin(connection, 'replayNotification', { subject: kind, subjectId: id }));
  print({ notifications }, options, () => `${notifications.length} to be sent again now`);
}

const REPLAY_HELP = `
The wallet platform is told to ask for the status, even if it was told before.

Examples:
  diptych notifications replay --failed
  diptych notifications replay credential c-1 --json`;

const replayCommand = () =>
  withConnection(
    methodCommand('replayNotification', { summary: 'Send notifications again' })
      .argument('[subject]', 'proofing or credential')
      .argument('[id]', 'its id')
      .option('--failed', 'all notifications that were given up')
      .addHelpText('after', REPLAY_HELP)
      .action(replay),
  );

export const notificationsCommand = (args?: readonly string[]): Promise<Command> =>
  groupCommand('notifications', NOTIFICATION_WORDS, args, {}, { replay: async () => replayCommand() });
