import { listCommand } from '../../admin/list-command.ts';

export const listUsers = () =>
  listCommand({
    method: 'listUsers',
    member: 'users',
    columns: {
      email: ({ email }) => email,
      state: ({ state }) => state,
      role: ({ role }) => role,
      'publisher accounts': ({ publishers }) => publishers.join(' ') || undefined,
      id: ({ id }) => id,
    },
    examples: '  diptych users list',
  });
