import { Command } from 'commander';
import type { AdminRequest } from '../../admin/contract/index.ts';
import { actionCommand } from '../admin/action-command.ts';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { choicesOf, methodCommand } from '../admin/method-command.ts';
import { UsageError } from '../failures.ts';
import { timeOption } from '../options.ts';
import { facts, print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly holder?: string;
  readonly from?: string;
  readonly to?: string;
  readonly reason: string;
  readonly review: string;
}

const timeOf = (option: string, text: string) => new Date(timeOption(text, option)).toISOString();

async function place({ holder, from, to, reason, review, ...options }: Options): Promise<void> {
  const isSpan = from !== undefined || to !== undefined;
  if (isSpan === (holder !== undefined) || (isSpan && from === undefined))
    throw new UsageError('name either --holder, or a span of time by --from and, if it has an end, --to');
  const answer = await callAdmin(connectionOf(options), 'placeHold', {
    ...(holder !== undefined && { holderId: holder }),
    ...(from !== undefined && { startTime: timeOf('--from', from) }),
    ...(to !== undefined && { endTime: timeOf('--to', to) }),
    reason: reason as AdminRequest<'placeHold'>['reason'],
    reviewTime: timeOf('--review', review),
  });
  print(answer, options, () => facts(answer));
}

const PLACE_HELP = `
A hold on a holder forbids erasing it, and purging the audit log since it was
imported, the requests of its devices, its codes, and approvals that name it.
A hold on a span of time forbids purging what is from that time, and erasing
holders that were imported before its end. If admin.secondPerson names holders,
another person approves it.

Examples:
  diptych holds place --holder h-1 --reason litigation --review 2027-03-01
  diptych holds place --from 2026-01-01 --to 2026-04-01 --reason audit \\
    --review 2027-03-01`;

export function holdsCommand(): Command {
  const reasons = choicesOf('placeHold', 'reason').join(', ');
  return new Command('holds')
    .description('Legal holds: what must not be erased or purged')
    .addCommand(
      withConnection(
        methodCommand('placeHold')
          .option('--holder <id>', 'the holder')
          .option('--from <date>', 'begin of a span of time')
          .option('--to <date>', 'end of the span, not included; none when left out')
          .requiredOption('--reason <code>', `one of ${reasons}`)
          .requiredOption('--review <date>', 'when to decide whether it is still needed')
          .addHelpText('after', PLACE_HELP)
          .action(place),
      ),
    )
    .addCommand(
      actionCommand({
        method: 'liftHold',
        told: (_, id) => `${id} is lifted`,
        help: '\nWhat only this hold kept can be erased at once, and is deleted by the next daily\npurge.\n\nExample:\n  diptych holds lift hold-5e0c7c5a-0d7b-4f6e-9a43-2f6d3c1b8e90',
      }),
    )
    .addCommand(
      listCommand({
        method: 'listHolds',
        member: 'holds',
        columns: {
          hold: ({ id }) => id,
          holder: ({ holderId }) => holderId,
          from: ({ startTime }) => startTime,
          to: ({ endTime }) => endTime,
          reason: ({ reason }) => reason,
          review: ({ reviewTime }) => reviewTime,
          lifted: ({ liftTime }) => liftTime,
        },
        examples: '  diptych holds list',
      }),
    );
}
