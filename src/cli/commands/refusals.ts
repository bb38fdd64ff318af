import { type Command, Option } from 'commander';
import { REFUSAL_WORDS } from '../../admin/contract/requests/words.ts';
import { groupCommand } from '../admin/group-command.ts';
import type { ListParts } from '../admin/list-command.ts';
import { UTC } from '../options.ts';

const LIST: ListParts<'listRefusedRequests'> = {
  lines: async (...given) => (await import('../requests/refusal-text.ts')).refusalTexts(...given),
  cells: async (rows) => (await import('../requests/refusal-text.ts')).refusalCells(rows),
  options: [new Option(...UTC)],
};

export const refusalsCommand = (args?: readonly string[]): Promise<Command> =>
  groupCommand('refusals', REFUSAL_WORDS, args, { listRefusedRequests: LIST });
