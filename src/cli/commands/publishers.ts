import type { Command } from 'commander';
import { PUBLISHER_WORDS } from '../../admin/contract/publishers/words.ts';
import { groupCommand } from '../admin/group-command.ts';

/** The whole name would leave no room for what differs. */
const shortName = ({ resource }: { readonly resource: string }) =>
  resource.replace(/^accounts\/(?:[^/]+\/)?/, '');

export const publishersCommand = (args?: readonly string[]): Promise<Command> =>
  groupCommand('publishers', PUBLISHER_WORDS, args, { listChanges: { cells: { resource: shortName } } });
