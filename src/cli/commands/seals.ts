import type { Command } from 'commander';
import { SEAL_WORDS } from '../../admin/contract/audit-log/words.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { groupCommand } from '../admin/group-command.ts';

type Seals = AdminResponse<'getSeals'>;

function text({ keys, seal, head, anchors, witnesses, problem }: Seals): string {
  const key = keys.at(-1);
  const facts = [
    ...(key === undefined ? ['no key yet: the first seal makes it'] : [`key   ${key}`]),
    ...keys.slice(0, -1).map((old) => `before  ${old}`),
    ...(seal === undefined ? [] : [`seal  ${seal}`]),
    ...(head === undefined ? [] : [`head  ${head}`]),
    ...anchors.map(({ kind, place, seal: anchored = 'none yet' }) => `anchor  ${anchored}  ${kind} ${place}`),
    ...new Set(
      witnesses.flatMap(({ logKey = [] }) => logKey).map((key) => `key of this log for witnesses  ${key}`),
    ),
  ];
  return [...facts, problem === undefined ? 'the last seals verify' : `WRONG  ${problem}`].join('\n');
}

const seals = { text, isWrong: ({ problem }: Seals) => problem !== undefined };

export const sealsCommand = (args?: readonly string[]): Promise<Command> =>
  groupCommand('seals', SEAL_WORDS, args, { getSeals: seals, rotateSealKey: seals, resetSeals: seals });
