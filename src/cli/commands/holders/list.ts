import { listCommand } from '../../admin/list-command.ts';

export const listHolders = () =>
  listCommand({
    method: 'listHolders',
    member: 'holders',
    order: () => 'createTime desc',
    ordered: 'The newest come first; --reverse shows the oldest first.',
    columns: {
      holder: ({ id }) => id,
      'document type': ({ documentType }) => documentType,
      state: ({ state }) => state,
      version: ({ recordVersion }) => String(recordVersion),
      updated: ({ updateTime }) => updateTime,
    },
    examples: '  diptych holders list --limit 20',
  });
