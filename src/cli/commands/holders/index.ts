import type { Command } from 'commander';
import { HOLDER_WORDS } from '../../../admin/contract/holders/words.ts';
import type { AdminResponse } from '../../../admin/contract/index.ts';
import { groupCommand } from '../../admin/group-command.ts';
import { withHolderName } from '../../admin/holder-names.ts';
import { recordText } from '../../holders/record-text.ts';
import { facts } from '../../output.ts';
import type { Loaders } from '../../tree.ts';

function refreshed(answer: AdminResponse<'refreshHolder'>, id: string): string {
  const { result, supersededCredentials, changedElements } = answer;
  if (result === 'unchanged') return `the record of ${id} is the same as before`;
  const head = `the record of ${id} changed; ${supersededCredentials} credentials get a new version`;
  return `${head}\n  ${changedElements.join('\n  ')}`;
}

const OTHERS: Loaders = {
  import: async () => (await import('./import.ts')).importHolders(),
  search: async () => (await import('./search.ts')).searchHolders(),
  portrait: async () => (await import('./portrait.ts')).holderPortrait(),
  receipt: async () => (await import('../../holders/receipt-commands.ts')).receiptCommand(),
  'check-receipt': async () => (await import('../../holders/receipt-commands.ts')).checkReceiptCommand(),
  map: async () => (await import('../../holders/prepare-commands.ts')).mapCommand(),
  template: async () => (await import('../../holders/prepare-commands.ts')).templateCommand(),
};

export const holdersCommand = (args?: readonly string[]): Promise<Command> =>
  groupCommand(
    'holders',
    HOLDER_WORDS,
    args,
    {
      getHolder: {
        text: async (holder, id, _, connection) => facts(await withHolderName(connection, holder, id)),
      },
      getHolderRecord: { text: recordText },
      refreshHolder: { text: refreshed },
      eraseHolder: { text: facts },
    },
    OTHERS,
  );
