import type { Command } from 'commander';
import { HOLD_WORDS } from '../../admin/contract/holds/words.ts';
import type { AdminRequest } from '../../admin/contract/index.ts';
import { groupCommand } from '../admin/group-command.ts';
import { UsageError } from '../cli-errors.ts';
import { facts } from '../output.ts';

function checkHeld({ holderId, startTime, endTime }: Partial<AdminRequest<'placeHold'>>): object {
  const isSpan = startTime !== undefined || endTime !== undefined;
  if (isSpan === (holderId !== undefined) || (isSpan && startTime === undefined))
    throw new UsageError('name either --holder, or a span of time by --from and, if it has an end, --to');
  return {};
}

export const holdsCommand = (args?: readonly string[]): Promise<Command> =>
  groupCommand('holds', HOLD_WORDS, args, {
    placeHold: { members: (_, given) => checkHeld(given), text: facts },
  });
